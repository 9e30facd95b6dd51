import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icons';
import './button.css';

interface ButtonBaseProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly size?: 'medium' | 'small';
}

export interface ButtonProps extends ButtonBaseProps {
  readonly variant?: 'primary' | 'secondary' | 'ghost';
  readonly icon?: IconName;
  readonly iconAfter?: IconName;
  readonly children: ReactNode;
}

export const Button = ({
  variant = 'secondary',
  size = 'medium',
  icon,
  iconAfter,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classNames('button', `button--${variant}`, size === 'small' && 'button--small', className)}
  >
    {icon && <Icon name={icon} size={size === 'small' ? 12 : 14} />}
    <span className="button__text">{children}</span>
    {iconAfter && <Icon name={iconAfter} size={12} />}
  </button>
);

export interface IconButtonProps extends ButtonBaseProps {
  readonly icon: IconName;
  /** The accessible name: an icon alone says nothing. */
  readonly label: string;
  /** `solid` is the ink square of the transport's play button. */
  readonly variant?: 'ghost' | 'solid' | 'secondary';
  readonly iconSize?: number;
}

export const IconButton = ({
  icon,
  label,
  variant = 'ghost',
  size = 'medium',
  iconSize = 16,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    className={classNames(
      'icon-button',
      `icon-button--${variant}`,
      size === 'small' && 'icon-button--small',
      className,
    )}
  >
    <Icon name={icon} size={iconSize} />
  </button>
);
