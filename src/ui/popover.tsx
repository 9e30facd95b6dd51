import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names';
import { type Placement, placeFloating } from './place-floating';
import './popover.css';

/** Spread these on the button that opens the popover; the browser then handles press, Escape and outside presses. */
export interface PopoverTriggerProps {
  readonly id: string;
  readonly popoverTarget: string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog' | 'menu';
}

export interface PopoverProps {
  /** The accessible name of what opens. */
  readonly label: string;
  readonly trigger: (props: PopoverTriggerProps) => ReactNode;
  /** Content; `close` gives the focus back to the trigger. Rendered only while open. */
  readonly children: (close: () => void) => ReactNode;
  readonly placement?: Placement;
  readonly role?: 'dialog' | 'menu';
  readonly className?: string;
  readonly onOpenChange?: (open: boolean) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
}

const FOCUSABLE =
  '[role^="menuitem"]:not([aria-disabled]),button:not(:disabled),[href],input:not(:disabled),select,textarea,[tabindex]:not([tabindex="-1"])';

/**
 * Opens above everything (top layer), closes on Escape and outside presses (light dismiss), gives the focus back.
 * Positioned by hand, as CSS anchors are not everywhere yet.
 */
export const Popover = ({
  label,
  trigger,
  children,
  placement = 'bottom-start',
  role = 'dialog',
  className,
  onOpenChange,
  onKeyDown,
}: PopoverProps) => {
  const id = useId();
  const triggerId = `${id}-trigger`;
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const element = box.current;
    const anchor = document.getElementById(triggerId);
    if (!open || element === null || anchor === null) return;
    const place = () => {
      const { left, top } = placeFloating(
        anchor.getBoundingClientRect(),
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: document.documentElement.clientWidth, height: innerHeight },
        placement,
      );
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
      element.style.visibility = 'visible';
    };
    place();
    const first =
      element.querySelector<HTMLElement>('[autofocus]') ?? element.querySelector<HTMLElement>(FOCUSABLE);
    (first ?? element).focus({ preventScroll: true });
    const observer = new ResizeObserver(place);
    observer.observe(element);
    addEventListener('resize', place);
    addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place, { capture: true });
      element.style.visibility = '';
    };
  }, [open, placement, triggerId]);

  const close = () => {
    const element = box.current;
    if (element?.matches(':popover-open')) element.hidePopover();
    document.getElementById(triggerId)?.focus({ preventScroll: true });
  };

  return (
    <>
      {trigger({ id: triggerId, popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': role })}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is dialog or menu. */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a label. */}
      <div
        ref={box}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        className={classNames('popover', className)}
        onToggle={(event) => {
          // Toggle events of a popover inside this one bubble through React.
          if (event.target !== event.currentTarget) return;
          const next = event.newState === 'open';
          setOpen(next);
          onOpenChange?.(next);
        }}
        onKeyDown={onKeyDown}
      >
        {open && children(close)}
      </div>
    </>
  );
};
