import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Kbd } from './kbd';
import { type Placement, placeFloating } from './place-floating';
import './tooltip.css';

export interface TooltipProps {
  readonly text: string;
  readonly keys?: readonly string[];
  readonly placement?: Placement;
  /** One control that has its own accessible name: a tooltip is an extra, never the only place of a fact. */
  readonly children: ReactNode;
}

const DELAY_MS = 400;

/** Shown on hover after a moment, on keyboard focus at once; Escape hides it (WCAG 1.4.13). */
export const Tooltip = ({ text, keys, placement = 'bottom', children }: TooltipProps) => {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = () => {
    const element = bubble.current;
    if (element === null || anchor.current === null || element.matches(':popover-open')) return;
    element.showPopover();
    const target = anchor.current.firstElementChild ?? anchor.current;
    const { left, top } = placeFloating(
      target.getBoundingClientRect(),
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: document.documentElement.clientWidth, height: innerHeight },
      placement,
      6,
    );
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events belong to the control inside and bubble through here.
    <span
      ref={anchor}
      className="tooltip"
      onPointerEnter={(event) => {
        if (event.pointerType === 'touch') return;
        clearTimeout(timer.current);
        timer.current = setTimeout(show, DELAY_MS);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show();
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide();
      }}
    >
      {children}
      <span ref={bubble} id={id} popover="manual" role="tooltip" className="tooltip__bubble">
        {text}
        {keys && <Kbd keys={keys} />}
      </span>
    </span>
  );
};
