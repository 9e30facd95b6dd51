import { useState } from 'react';

/** What is chosen in a list of many, and where the keys are, as in every file list. */
export interface Selection {
  /** The id where the keys are; null: the list is empty. */
  readonly active: string | null;
  readonly chosen: ReadonlySet<string>;
  /** One alone. */
  only(id: string): void;
  toggle(id: string): void;
  /** From where the last one was chosen alone up to this one. */
  extendTo(id: string): void;
  move(id: string): void;
  all(): void;
  /** These; none puts the keys at the beginning. */
  set(ids: readonly string[]): void;
}

/** `ids`: the list as it is shown. */
export function useSelection(ids: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const [place, setPlace] = useState<string | null>(null);
  const active = place !== null && ids.includes(place) ? place : (ids[0] ?? null);
  const only = (id: string): void => {
    setChosen(new Set([id]));
    setAnchor(id);
    setPlace(id);
  };
  return {
    active,
    chosen,
    only,
    toggle(id) {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
      setAnchor(id);
      setPlace(id);
    },
    extendTo(id) {
      const [from, to] = [ids.indexOf(anchor ?? active ?? id), ids.indexOf(id)];
      if (from < 0 || to < 0) return only(id);
      setChosen(new Set([...ids.slice(Math.min(from, to), Math.max(from, to) + 1)]));
      setPlace(id);
    },
    move: setPlace,
    all: () => setChosen(new Set([...chosen, ...ids])),
    set(wished) {
      setChosen(new Set(wished));
      setAnchor(wished[0] ?? null);
      setPlace(wished[0] ?? null);
    },
  };
}
