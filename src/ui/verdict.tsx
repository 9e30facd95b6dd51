import type { ReactNode } from 'react';
import { classNames } from './class-names';
import './verdict.css';

/** Of what a question needs: all of it, a part, nothing. */
export type VerdictLevel = 'all' | 'part' | 'none';

export interface VerdictDotProps {
  readonly level: VerdictLevel;
  /** CSS px. */
  readonly size?: number;
}

/** Filled, half (from below, like a vessel) or hollow: told apart without colour. */
export const VerdictDot = ({ level, size = 8 }: VerdictDotProps) => (
  <svg className="verdict__dot" width={size} height={size} viewBox="0 0 8 8" aria-hidden="true">
    <circle cx="4" cy="4" r="3.4" fill={level === 'all' ? 'currentColor' : 'var(--paper)'} />
    {level === 'part' && <path d="M.6 4a3.4 3.4 0 0 0 6.8 0z" fill="currentColor" />}
    <circle cx="4" cy="4" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.1" />
  </svg>
);

export interface VerdictProps {
  readonly level: VerdictLevel;
  readonly children: ReactNode;
}

export const Verdict = ({ level, children }: VerdictProps) => (
  <span className={classNames('verdict', level === 'all' && 'verdict--all')}>
    <VerdictDot level={level} />
    {children}
  </span>
);
