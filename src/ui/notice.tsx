import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icons';
import './notice.css';

export interface NoticeAction {
  readonly label: string;
  readonly onSelect: () => void;
}

export interface NoticeProps {
  /** `error`: the filled ink box, announced at once. `note`: an outlined box, announced politely. */
  readonly tone?: 'error' | 'note';
  /** One sentence. */
  readonly children: ReactNode;
  readonly icon?: IconName;
  /** One or two. */
  readonly actions?: readonly NoticeAction[];
  readonly onDismiss?: () => void;
  readonly className?: string;
}

/** Red is not used here: red means now. */
export const Notice = ({
  tone = 'note',
  children,
  icon,
  actions = [],
  onDismiss,
  className,
}: NoticeProps) => (
  <div
    className={classNames('notice', `notice--${tone}`, className)}
    role={tone === 'error' ? 'alert' : 'status'}
  >
    <Icon name={icon ?? (tone === 'error' ? 'warning' : 'info')} className="notice__icon" />
    <p className="notice__text">{children}</p>
    {(actions.length > 0 || onDismiss) && (
      <span className="notice__actions">
        {actions.map((action) => (
          <button key={action.label} type="button" className="notice__action" onClick={action.onSelect}>
            {action.label}
          </button>
        ))}
        {onDismiss && (
          <button type="button" className="notice__close" aria-label="Dismiss" onClick={onDismiss}>
            <Icon name="close" size={12} />
          </button>
        )}
      </span>
    )}
  </div>
);
