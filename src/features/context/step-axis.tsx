import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { ResolvedProbe } from '../../core/probes';

export interface StepAxisProps {
  readonly steps: number;
  readonly step: number;
  readonly probes: readonly ResolvedProbe[];
  readonly onStep: (step: number) => void;
  readonly onProbe: (probe: ResolvedProbe) => void;
}

/** CSS px around a question's dot in which a press means the question. */
const SNAP = 6;

/** At most four numbers, so that they never touch: 1 and the round steps. */
export function axisTicks(steps: number): number[] {
  const every = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000].find((e) => steps / e < 4) ?? steps;
  const ticks = [1];
  for (let t = every; t <= steps; t += every) if (t > every * 0.3) ticks.push(t);
  return ticks;
}

export const StepAxis = ({ steps, step, probes, onStep, onProbe }: StepAxisProps) => {
  const track = useRef<HTMLDivElement>(null);
  const pressedAt = useRef(0);
  const place = (s: number) => `${((s - 0.5) / steps) * 100}%`;
  const atPointer = (event: PointerEvent, press: boolean) => {
    const { left, width } = track.current!.getBoundingClientRect();
    const x = event.clientX - left;
    const near = press
      ? probes
          .map((probe) => ({ probe, d: Math.abs(((probe.step - 0.5) / steps) * width - x) }))
          .filter((p) => p.d <= SNAP)
          .sort((a, b) => a.d - b.d)[0]
      : undefined;
    if (near) onProbe(near.probe);
    else onStep(Math.min(steps, Math.max(1, Math.ceil((x / width) * steps))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const later = probes.find((p) => p.step > step);
    const earlier = probes.findLast((p) => p.step < step);
    const probe = event.key === 'PageUp' ? later : event.key === 'PageDown' ? earlier : undefined;
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: step + 1,
      ArrowUp: step + 1,
      ArrowLeft: step - 1,
      ArrowDown: step - 1,
      Home: 1,
      End: steps,
    };
    const target = moves[event.key];
    if ((target === undefined && !probe) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // The page's own arrow keys would move a second time.
    event.stopPropagation();
    if (probe) onProbe(probe);
    else if (target !== undefined) onStep(target);
  };
  return (
    <div className="context-axis">
      <p className="context-axis__title">Steps{probes.length > 0 ? '; dots are questions' : ''}</p>
      <div
        ref={track}
        className="context-axis__track"
        role="slider"
        tabIndex={0}
        aria-label="Step"
        aria-valuemin={1}
        aria-valuemax={steps}
        aria-valuenow={step}
        aria-valuetext={`Step ${step} of ${steps}${probes.some((p) => p.step === step) ? ', a question' : ''}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          pressedAt.current = event.clientX;
          atPointer(event, true);
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          // The tremble of a press is no drag: it would leave the question's step at once.
          if (Math.abs(event.clientX - pressedAt.current) <= SNAP) return;
          pressedAt.current = Number.NaN;
          atPointer(event, false);
        }}
      >
        {probes.map((probe) => (
          <span
            key={probe.probe.id}
            className="context-axis__dot"
            style={{ left: place(probe.step) }}
            title={`Question at step ${probe.step}${probe.probe.label ? `: ${probe.probe.label}` : ''}`}
          />
        ))}
        <span className="context-axis__now" style={{ left: place(step) }}>
          {step}
        </span>
      </div>
      <div className="context-axis__ticks" aria-hidden="true">
        {axisTicks(steps).map((t) => (
          <span key={t} style={{ left: place(t) }}>
            {t}
          </span>
        ))}
      </div>
    </div>
  );
};
