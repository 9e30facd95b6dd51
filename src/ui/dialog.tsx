import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './button';
import { classNames } from './class-names';
import { useReturnFocus } from './use-return-focus';
import './dialog.css';

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Escape, the close button, or a press outside. The owner sets `open` to false. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  readonly className?: string;
}

/** The native modal dialog: it traps the focus, makes the page inert and gives the focus back where it was. */
export const Dialog = ({
  open,
  title,
  onClose,
  children,
  footer,
  size = 'medium',
  className,
}: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useReturnFocus();
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    else if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the dialog has natively.
    <dialog
      ref={element}
      className={classNames('dialog', `dialog--${size}`, className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The owner decides; otherwise the element would be closed while the state still says open.
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div className="dialog__page">
          <header className="dialog__head">
            <h2 id={titleId} className="dialog__title">
              {title}
            </h2>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </header>
          <DialogBody>{children}</DialogBody>
          {footer && <footer className="dialog__foot">{footer}</footer>}
        </div>
      )}
    </dialog>
  );
};

/** Text that scrolls must be reachable by keyboard; text that does not would be a stop for nothing. */
const DialogBody = ({ children }: { readonly children: ReactNode }) => {
  const body = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const update = () => setScrolls(body.current!.scrollHeight > body.current!.clientHeight);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(body.current!);
    observer.observe(content.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={body} className="dialog__body" tabIndex={scrolls ? 0 : undefined}>
      <div ref={content}>{children}</div>
    </div>
  );
};
