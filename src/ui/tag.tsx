import type { ReactNode } from 'react';
import './tag.css';

/** The small outlined word beside a number ("best", "lowest"): the mark is a word and not a colour. */
export const Tag = ({ children }: { readonly children: ReactNode }) => (
  <span className="tag">{children}</span>
);
