/** The one grid (design/notes.md): rows are turns, columns are steps, everywhere. CSS px. */
export const TURNS_COLUMN = 272;
export const NARROW_TURNS_COLUMN = 210;
export const GUTTER = 20;
export const MAP_GAP = 10;
export const BARS = 40;
const ROW = 14;
const MAX_READABLE_ROWS = 45;
const TALLEST_FIT = 616;
const SHORTEST_FIT = 300;
/** What stands above and below the maps on the first screen. */
const AROUND_MAPS = 480;
const WIDEST_CELL = 24;

export interface LaneLayout {
  readonly laneWidth: number;
  /** Between the map and its margin bars. */
  readonly gap: number;
  readonly mapWidth: number;
  readonly mapHeight: number;
  readonly rowHeight: number;
  readonly turns: number;
  readonly bars: number;
}

/**
 * Up to 45 turns a row is 14 px and carries its label; longer conversations are fitted into one screen and labelled
 * where there is room. Whole-pixel cells where they fit, so that columns are equally wide.
 */
export function laneLayout(
  turns: number,
  laneWidth: number,
  windowHeight: number,
  { bars = laneWidth < 190 ? 24 : BARS, gap = MAP_GAP } = {},
): LaneLayout {
  const fitted = Math.min(TALLEST_FIT, Math.max(SHORTEST_FIT, windowHeight - AROUND_MAPS));
  const room = Math.max(60, laneWidth - bars - gap);
  const rowHeight = turns <= MAX_READABLE_ROWS ? ROW : fitted / turns;
  const whole = Math.floor(room / Math.max(1, turns));
  const mapWidth = turns === 0 ? room : whole >= 3 ? Math.min(WIDEST_CELL, whole) * turns : room;
  return {
    laneWidth,
    gap,
    mapWidth,
    mapHeight: Math.max(ROW, Math.round(turns * rowHeight)),
    rowHeight,
    turns,
    bars,
  };
}

/** Below this the lane's number has no room in the map's empty triangle and stands under it. */
const NUMBER_INSIDE_FROM = 250;
/** Keep with compare.css: a lane's head, step label, its number under the map, step axis, and token bars, CSS px. */
export const LANE_HEAD = 80;
export const STEP_LABEL = 16;
const NUMBER_BELOW = 92;
const AXIS_MARGIN = 8;
export const AXIS = 40;
const TOKENS_MARGIN = 8;
export const TOKEN_BARS = 66;

export const numberInside = (layout: LaneLayout): boolean => layout.mapHeight >= NUMBER_INSIDE_FROM;

/** Where a lane's parts stand below its head, CSS px from the top of its step label. */
export function laneRows(layout: LaneLayout) {
  const map = STEP_LABEL;
  const axis = map + layout.mapHeight + (numberInside(layout) ? 0 : NUMBER_BELOW) + AXIS_MARGIN;
  const tokens = axis + AXIS + TOKENS_MARGIN;
  return { map, axis, tokens, height: tokens + TOKEN_BARS };
}

export const laneLeft = (laneWidth: number, index: number): number => index * (laneWidth + GUTTER);

export const laneWidthFor = (width: number, turnsColumn: number, lanes: number): number =>
  lanes === 0 ? 0 : Math.max(0, Math.floor(Math.min(400, (width - turnsColumn - GUTTER * lanes) / lanes)));
