import { type CellLook, cellLook } from '../../ui/canvas/map-geometry';

/** The one grid (design/notes.md): rows are turns, columns are steps, everywhere. CSS px. */
const TURNS_COLUMN = 272;
const NARROW_TURNS_COLUMN = 210;
export const GUTTER = 20;
export const MAP_GAP = 10;
export const BARS = 40;
/** A lane narrower than this takes its room from the turns' names. */
const ROOMY_LANE = 170;
/** Below this a name and its verdict have no room in one line. Keep with compare.css: its container queries. */
const ONE_LINE_HEAD_FROM = 236;
/** Below this a name, a choice of three and a number have no room at all: maps stand in rows, as on a phone. */
const NARROWEST_LANE = 140;
const NARROW_BELOW = 1100;
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

/** Keep with compare.css: the lane's number from the map's bottom to its top, and the width of "tokens at step 30". */
const NUMBER_TOP = 104;
const NUMBER_WIDTH = 90;
/** Below this even a number that fits would fill the triangle. */
const NUMBER_INSIDE_FROM = 250;
/** Keep with compare.css: a lane's head, step label, its number under the map, step axis, and token bars, CSS px. */
const LANE_HEAD = 80;
const TALL_LANE_HEAD = 98;
export const STEP_LABEL = 16;
const NUMBER_BELOW = 92;
const AXIS_MARGIN = 8;
export const AXIS = 40;
const TOKENS_MARGIN = 8;
export const TOKEN_BARS = 66;

/** Whether the map's empty triangle is wide enough for the lane's number where that begins; else it stands below. */
export const numberInside = ({ mapWidth, mapHeight }: LaneLayout): boolean =>
  mapHeight >= NUMBER_INSIDE_FROM && mapWidth * (1 - NUMBER_TOP / mapHeight) >= NUMBER_WIDTH;

/** Width of the number's text inside the map, CSS px; longer notes wrap. */
export const numberWidth = ({ mapWidth }: LaneLayout): number => Math.max(NUMBER_WIDTH, mapWidth * 0.68);

/** The same for maps that stand in rows; their number is smaller and has no note. */
export const phoneNumberInside = (layout: LaneLayout): boolean => layout.mapHeight >= 120;

/** How the layout's maps show their cells. */
export const layoutLook = ({ mapWidth, mapHeight, turns }: LaneLayout): CellLook =>
  cellLook({ width: mapWidth, height: mapHeight, turns, dpr: globalThis.devicePixelRatio || 1 });

/** Where a lane's parts stand below its head, CSS px from the top of its step label. */
export function laneRows(layout: LaneLayout) {
  const map = STEP_LABEL;
  const axis = map + layout.mapHeight + (numberInside(layout) ? 0 : NUMBER_BELOW) + AXIS_MARGIN;
  const tokens = axis + AXIS + TOKENS_MARGIN;
  return { map, axis, tokens, height: tokens + TOKEN_BARS };
}

export const laneLeft = (laneWidth: number, index: number): number => index * (laneWidth + GUTTER);

const laneWidthFor = (width: number, turnsColumn: number, lanes: number): number =>
  Math.max(0, Math.floor(Math.min(400, (width - turnsColumn - GUTTER * lanes) / lanes)));

/** The grid's columns in a view of `width` CSS px; `lanes` is at least 1. */
export function gridColumns(width: number, lanes: number) {
  const narrow = width < NARROW_BELOW;
  const roomy = !narrow && laneWidthFor(width, TURNS_COLUMN, lanes) >= ROOMY_LANE;
  const turnsColumn = roomy ? TURNS_COLUMN : NARROW_TURNS_COLUMN;
  const laneWidth = laneWidthFor(width, turnsColumn, lanes);
  const tallHead = !roomy || laneWidth < ONE_LINE_HEAD_FROM;
  return {
    turnsColumn,
    laneWidth,
    /** The turns' column is the narrow one. */
    narrow: !roomy,
    /** Name and verdict stand in two lines. */
    tallHead,
    headHeight: tallHead ? TALL_LANE_HEAD : LANE_HEAD,
    fits: laneWidth >= NARROWEST_LANE,
  };
}
