import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icons';
import { Kbd } from './kbd';
import { menuFocusAfterKey } from './menu-focus';
import type { Placement } from './place-floating';
import { Popover, type PopoverTriggerProps } from './popover';
import './menu.css';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  /** A quiet second line. */
  readonly hint?: string;
  readonly icon?: IconName;
  readonly keys?: readonly string[];
  readonly disabled?: boolean;
  /** Present: the item is one of a set, and this says whether it is the chosen one. */
  readonly checked?: boolean;
  readonly onSelect: () => void;
}

export type MenuEntry = MenuItem | { readonly separator: string };

export interface MenuProps {
  readonly label: string;
  readonly trigger: (props: PopoverTriggerProps) => ReactNode;
  readonly items: readonly MenuEntry[];
  readonly placement?: Placement;
}

export const Menu = ({ label, trigger, items, placement = 'bottom-start' }: MenuProps) => {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A menu is one stop; Tab leaves it, as in every desktop menu.
    if (event.key === 'Tab') {
      event.preventDefault();
      event.currentTarget.hidePopover();
      return;
    }
    const enabled = [
      ...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled])') ?? []),
    ];
    const next = menuFocusAfterKey(
      event.key,
      enabled.indexOf(document.activeElement as HTMLElement),
      enabled.map((item) => item.dataset.label ?? ''),
    );
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    enabled[next]?.focus();
  };
  return (
    <Popover
      label={label}
      trigger={trigger}
      placement={placement}
      role="menu"
      className="menu"
      onKeyDown={onKeyDown}
    >
      {(close) => (
        <div ref={list} className="menu__list" role="none">
          {items.map((entry) =>
            'separator' in entry ? (
              <hr key={entry.separator} className="menu__separator" />
            ) : (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set only with menuitemradio.
              <button
                key={entry.id}
                type="button"
                role={entry.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={entry.checked}
                aria-disabled={entry.disabled || undefined}
                data-label={entry.label}
                tabIndex={-1}
                className={classNames('menu__item', entry.disabled && 'menu__item--disabled')}
                onPointerMove={(event) => {
                  if (!entry.disabled) event.currentTarget.focus({ preventScroll: true });
                }}
                onClick={() => {
                  if (entry.disabled) return;
                  close();
                  entry.onSelect();
                }}
              >
                <span className="menu__icon">
                  {entry.checked ? (
                    <Icon name="check" size={14} />
                  ) : (
                    entry.icon && <Icon name={entry.icon} size={14} />
                  )}
                </span>
                <span className="menu__words">
                  {entry.label}
                  {entry.hint && <span className="menu__hint">{entry.hint}</span>}
                </span>
                {entry.keys && <Kbd keys={entry.keys} />}
              </button>
            ),
          )}
        </div>
      )}
    </Popover>
  );
};
