import { createStore } from 'zustand/vanilla';
import type { Problem } from '../core/result';

export interface Notice {
  readonly id: number;
  readonly kind: 'error' | 'info';
  readonly problem: Problem;
}

/** What the user should know and can dismiss; the newest last. The same code is shown once. */
export const createNoticeStore = () =>
  createStore<{ readonly notices: readonly Notice[] }>(() => ({ notices: [] }));
export type NoticeStore = ReturnType<typeof createNoticeStore>;

let lastId = 0;

export function notify(store: NoticeStore, kind: Notice['kind'], problem: Problem): void {
  const notice: Notice = { id: ++lastId, kind, problem };
  store.setState(({ notices }) => ({
    notices: [...notices.filter((n) => n.problem.code !== problem.code), notice],
  }));
}

export function dismiss(store: NoticeStore, id: number): void {
  store.setState(({ notices }) => ({ notices: notices.filter((n) => n.id !== id) }));
}
