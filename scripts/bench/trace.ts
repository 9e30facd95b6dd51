/** One event of a Chromium trace; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread; absent where the system cannot tell. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
}

export const START_MARK = 'bench-start';
export const END_MARK = 'bench-end';
/** What frameWork reads: tasks, frames and the marks. */
export const TRACE_CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'devtools.timeline.frame',
  'blink.user_timing',
];

const TASK_NAMES: ReadonlySet<string> = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);
const FRAME_NAME = 'BeginMainThreadFrame';

interface Task {
  readonly start: number;
  readonly end: number;
  readonly cpu: number;
}

/** Both in milliseconds. On a busy machine `wall` holds waiting for a processor too, `cpu` does not. */
export interface FrameWork {
  readonly wall: number;
  readonly cpu: number;
}

const isMark = (name: string) => (event: TraceEvent) => event.name === name && event.ph !== 'M';

/** Tasks not inside another one: the same task is traced under two names, and tasks may run nested loops. */
function outermostTasks(events: readonly TraceEvent[]): Task[] {
  const tasks = events
    .filter(({ name, ph, dur }) => ph === 'X' && TASK_NAMES.has(name) && dur !== undefined)
    .map(({ ts, dur, tdur }) => ({ start: ts, end: ts + dur!, cpu: tdur ?? Number.NaN }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const outer: Task[] = [];
  for (const task of tasks) if (task.start >= (outer.at(-1)?.end ?? -Infinity)) outer.push(task);
  return outer;
}

/** All events of the thread that set the marks, between them. @throws when the trace lacks the marks. */
function mainThread(events: readonly TraceEvent[]): TraceEvent[] {
  const from = events.find(isMark(START_MARK));
  const to = events.find(
    (event) => isMark(END_MARK)(event) && event.pid === from?.pid && event.tid === from.tid,
  );
  if (!from || !to) throw new Error('The trace does not hold the marks of the measured time.');
  return events.filter(
    ({ pid, tid, ts }) => pid === from.pid && tid === from.tid && ts >= from.ts && ts <= to.ts,
  );
}

/** Every task of the page's thread between the two marks. @throws when the trace lacks the marks. */
export const taskWork = (events: readonly TraceEvent[]): FrameWork[] =>
  outermostTasks(mainThread(events)).map(({ start, end, cpu }) => ({
    wall: (end - start) / 1000,
    cpu: cpu / 1000,
  }));

/**
 * Main-thread work of each frame between the two marks: the durations of all tasks from the one that
 * begins the frame (input handlers, animation frame callbacks, style, layout and paint run inside it) to the one that
 * begins the next, so whatever else the thread does counts too.
 * @throws when the trace lacks the marks or has no frames between them.
 */
export function frameWork(events: readonly TraceEvent[]): FrameWork[] {
  const main = mainThread(events);
  const begins = main.filter(({ name }) => name === FRAME_NAME).map(({ ts }) => ts);
  const work: { wall: number; cpu: number }[] = [];
  let next = 0;
  for (const { start, end, cpu } of outermostTasks(main)) {
    let begun = false;
    for (; next < begins.length && begins[next]! <= end; next++) begun ||= begins[next]! >= start;
    if (begun) work.push({ wall: 0, cpu: 0 });
    const frame = work.at(-1);
    if (!frame) continue;
    frame.wall += (end - start) / 1000;
    frame.cpu += cpu / 1000;
  }
  // The last frame is cut off by the mark.
  work.pop();
  if (work.length === 0) throw new Error('The trace holds no frame between the marks.');
  return work;
}
