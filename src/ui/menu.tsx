import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icons';
import { Kbd } from './kbd';
import { createTypeAhead, menuFocusAfterKey } from './menu-focus';
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
  /** Quiet words beside the label. */
  readonly aside?: string;
  /** The menu stays open: what was pressed changes what it offers. */
  readonly staysOpen?: boolean;
  readonly onSelect: () => void;
}

export interface MenuGroup {
  readonly heading: string;
  readonly items: readonly MenuItem[];
}

export type MenuEntry = MenuItem | MenuGroup | { readonly separator: string };

export interface MenuProps {
  readonly label: string;
  readonly trigger: (props: PopoverTriggerProps) => ReactNode;
  readonly items: readonly MenuEntry[];
  readonly placement?: Placement;
  readonly onOpen?: () => void;
}

export const Menu = ({ label, trigger, items, placement = 'bottom-start', onOpen }: MenuProps) => {
  const list = useRef<HTMLDivElement>(null);
  const typeAhead = useMemo(createTypeAhead, []);
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
      typeAhead(event.key, event.timeStamp),
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
      onOpenChange={(open) => open && onOpen?.()}
      onKeyDown={onKeyDown}
    >
      {(close) => (
        <div ref={list} className="menu__list" role="none">
          {items.map((entry) => {
            if ('separator' in entry) return <hr key={entry.separator} className="menu__separator" />;
            if (!('heading' in entry)) return <MenuButton key={entry.id} item={entry} close={close} />;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a menu may hold groups, no fieldsets.
              <div key={entry.heading} role="group" aria-label={entry.heading}>
                <p className="menu__heading" aria-hidden="true">
                  {entry.heading}
                </p>
                {entry.items.map((item) => (
                  <MenuButton key={item.id} item={item} close={close} />
                ))}
              </div>
            );
          })}
        </div>
      )}
    </Popover>
  );
};

const MenuButton = ({ item, close }: { readonly item: MenuItem; readonly close: () => void }) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set only with menuitemradio.
  <button
    type="button"
    role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked={item.checked}
    aria-disabled={item.disabled || undefined}
    data-label={item.label}
    tabIndex={-1}
    className={classNames('menu__item', item.disabled && 'menu__item--disabled')}
    onPointerMove={(event) => {
      if (!item.disabled) event.currentTarget.focus({ preventScroll: true });
    }}
    onClick={(event) => {
      if (item.disabled) return;
      // The item may go: the menu itself keeps the keys.
      if (item.staysOpen) event.currentTarget.closest<HTMLElement>('[popover]')?.focus();
      else close();
      item.onSelect();
    }}
  >
    <span className="menu__icon">
      {item.checked ? <Icon name="check" size={14} /> : item.icon && <Icon name={item.icon} size={14} />}
    </span>
    <span className="menu__words">
      <span>
        {item.label}
        {item.aside && <span className="menu__aside"> {item.aside}</span>}
      </span>
      {item.hint && <span className="menu__hint">{item.hint}</span>}
    </span>
    {item.keys && <Kbd keys={item.keys} />}
  </button>
);
