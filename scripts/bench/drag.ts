import type { Browser, Page } from '@playwright/test';
import { END_MARK, type FrameWork, frameWork, START_MARK, TRACE_CATEGORIES, type TraceEvent } from './trace';

export interface DragMeasurement {
  /** Main-thread work per frame. */
  readonly work: readonly FrameWork[];
  /** Time from one animation frame to the next, ms. */
  readonly intervals: readonly number[];
  /** How often the dragged control's value changed between two frames. */
  readonly changes: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}
/** Where to press, and between which x to move. */
export interface DragPath {
  readonly press: Point;
  readonly left: number;
  readonly right: number;
}

const MOVES_PER_SECOND = 60;
/** One way across the track. */
const SWEEP_SECONDS = 1;
const NARROWEST_TRACK = 120;

/** Path of a slider or scrubber; the thumb's selector may match the thumb alone, then its track is an ancestor. */
export async function pathOf(page: Page, selector: string): Promise<DragPath> {
  const control = page.locator(selector).first();
  await control.scrollIntoViewIfNeeded();
  return control.evaluate((element, narrowest) => {
    let track = element;
    while (track.getBoundingClientRect().width < narrowest && track.parentElement)
      track = track.parentElement;
    const box = track.getBoundingClientRect();
    const thumb = element.matches('[role=slider]')
      ? element
      : (element.querySelector('[role=slider]') ?? element);
    const knob = thumb.getBoundingClientRect();
    return {
      press: { x: knob.left + knob.width / 2, y: knob.top + knob.height / 2 },
      left: box.left + 4,
      right: box.right - 4,
    };
  }, NARROWEST_TRACK);
}

/** Back and forth at constant speed, starting where the button was pressed. */
function positionAt({ press, left, right }: DragPath, seconds: number): Point {
  const width = right - left;
  const distance = press.x - left + (seconds / SWEEP_SECONDS) * width;
  const folded = ((distance % (2 * width)) + 2 * width) % (2 * width);
  return { x: left + (folded <= width ? folded : 2 * width - folded), y: press.y };
}

/** Records animation frames in the page; `selector` names the control whose value is watched. */
async function startRecording(page: Page, selector: string | null, mark: string): Promise<void> {
  await page.evaluate(
    ({ selector, mark }) => {
      const found = selector === null ? null : document.querySelector(selector);
      const control = found?.matches('[role=slider], input')
        ? found
        : (found?.querySelector('[role=slider], input') ?? null);
      // Methods, because tsx wraps functions that get their name from a variable in a helper the page does not have.
      const recording = {
        times: [] as number[],
        changes: 0,
        running: true,
        last: null as string | null,
        valueNow() {
          if (control instanceof HTMLInputElement) return control.value;
          return control?.getAttribute('aria-valuenow') ?? null;
        },
        onFrame(time: number) {
          if (!recording.running) return;
          recording.times.push(time);
          const value = recording.valueNow();
          if (value !== recording.last) recording.changes++;
          recording.last = value;
          requestAnimationFrame(recording.onFrame);
        },
      };
      recording.last = recording.valueNow();
      requestAnimationFrame(recording.onFrame);
      Object.assign(window, { recording });
      performance.mark(mark);
    },
    { selector, mark },
  );
}

const stopRecording = (page: Page, mark: string): Promise<{ times: number[]; changes: number }> =>
  page.evaluate((mark) => {
    performance.mark(mark);
    const { recording } = window as unknown as {
      recording: { times: number[]; changes: number; running: boolean };
    };
    recording.running = false;
    return { times: recording.times, changes: recording.changes };
  }, mark);

/** Moves at 60 Hz by the clock. Nothing waits for the page, as no hand does. */
async function moveFor(page: Page, path: DragPath, seconds: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const sent: Promise<unknown>[] = [];
  const started = performance.now();
  for (let i = 1; i <= seconds * MOVES_PER_SECOND; i++) {
    const due = started + (i * 1000) / MOVES_PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const { x, y } = positionAt(path, i / MOVES_PER_SECOND);
    sent.push(
      session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'left', buttons: 1 }),
    );
  }
  await Promise.all(sent);
  await session.detach();
}

/** Drags along a path while tracing. `selector`: the control, or null where there is none (the empty page). */
export async function measureDrag(
  browser: Browser,
  page: Page,
  selector: string | null,
  path: DragPath,
  seconds: number,
): Promise<DragMeasurement> {
  await page.mouse.move(path.press.x, path.press.y);
  await page.mouse.down();
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await startRecording(page, selector, START_MARK);
  await moveFor(page, path, seconds);
  const { times, changes } = await stopRecording(page, END_MARK);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await page.mouse.up();
  return {
    work: frameWork(trace.traceEvents),
    intervals: times.slice(1).map((time, i) => time - times[i]!),
    changes,
  };
}
