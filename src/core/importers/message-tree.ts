/** A node of a conversation that branches, as its source says it. Either kind of link may be missing. */
export interface TreeNode {
  readonly id: string;
  /** null for a beginning, undefined when the source does not say. */
  readonly parent: string | null | undefined;
  readonly children: readonly string[];
}

/** The nodes as a forest: every node once, no cycles. */
export interface MessageTree {
  readonly parentOf: ReadonlyMap<string, string | null>;
  /** Under null the beginnings. */
  readonly childrenOf: ReadonlyMap<string | null, readonly string[]>;
  /** Nodes whose parent is not in the file. */
  readonly dangling: readonly string[];
  /** Nodes where a circle of parents was cut. */
  readonly cycles: readonly string[];
}

/**
 * Parents decide, because newer exports leave child lists out; a child list only speaks for a node whose parent is
 * missing. A circle is cut where the way up from `leaf` would enter it again, so that the way itself stays whole.
 */
export function buildTree(nodes: readonly TreeNode[], leaf: string | undefined): MessageTree {
  const ids = new Set(nodes.map((n) => n.id));
  const listedBy = new Map<string, string>();
  for (const node of nodes) {
    for (const child of node.children) if (!listedBy.has(child)) listedBy.set(child, node.id);
  }
  const dangling: string[] = [];
  const parentOf = new Map<string, string | null>();
  for (const { id, parent } of nodes) {
    const isThere = typeof parent === 'string' && ids.has(parent);
    if (typeof parent === 'string' && !isThere) dangling.push(id);
    parentOf.set(id, isThere ? parent : (listedBy.get(id) ?? null));
  }
  const cycles = cutCycles(parentOf, leaf);
  return { parentOf, childrenOf: childrenOf(nodes, parentOf), dangling, cycles };
}

function cutCycles(parentOf: Map<string, string | null>, leaf: string | undefined): string[] {
  const cut: string[] = [];
  const settled = new Set<string>();
  for (const start of leaf !== undefined && parentOf.has(leaf)
    ? [leaf, ...parentOf.keys()]
    : parentOf.keys()) {
    const way = new Set<string>();
    for (let id: string | null = start; id !== null && !settled.has(id); ) {
      way.add(id);
      const parent: string | null = parentOf.get(id) ?? null;
      if (parent !== null && way.has(parent)) {
        parentOf.set(id, null);
        cut.push(id);
        break;
      }
      id = parent;
    }
    for (const id of way) settled.add(id);
  }
  return cut;
}

/** In the order of the parent's own list, then of the file. */
function childrenOf(
  nodes: readonly TreeNode[],
  parentOf: ReadonlyMap<string, string | null>,
): Map<string | null, string[]> {
  const children = new Map<string | null, string[]>();
  const placed = new Set<string>();
  const place = (id: string, parent: string | null): void => {
    if (placed.has(id)) return;
    placed.add(id);
    const list = children.get(parent);
    if (list) list.push(id);
    else children.set(parent, [id]);
  };
  for (const node of nodes) {
    for (const child of node.children) if (parentOf.get(child) === node.id) place(child, node.id);
  }
  for (const node of nodes) place(node.id, parentOf.get(node.id) ?? null);
  return children;
}

/** The way down to `leaf`, from the beginning or from `top`. */
export function pathTo(tree: MessageTree, leaf: string, top?: string): string[] {
  const path: string[] = [];
  for (let id: string | null = leaf; id !== null; id = tree.parentOf.get(id) ?? null) {
    path.push(id);
    if (id === top) break;
  }
  return path.reverse();
}

/** What a choice between ways down needs to know of a node. */
export interface NodeFacts {
  /** Messages that would be shown for it. */
  readonly shown: number;
  readonly timeMs: number | null;
}

/**
 * The end below `tops` that was most likely seen last: one with something to show, then the newest, then the last in the
 * file. A node without a time is as old as what stands above it.
 */
export function newestLeaf(
  tree: MessageTree,
  tops: readonly string[],
  factsOf: (id: string) => NodeFacts,
): string | undefined {
  let best: { readonly id: string; readonly shown: boolean; readonly timeMs: number } | undefined;
  const open = tops.map((id) => ({ id, shown: false, timeMs: Number.NEGATIVE_INFINITY })).reverse();
  for (let above = open.pop(); above !== undefined; above = open.pop()) {
    const facts = factsOf(above.id);
    const here = {
      id: above.id,
      shown: above.shown || facts.shown > 0,
      timeMs: facts.timeMs ?? above.timeMs,
    };
    const children = tree.childrenOf.get(here.id) ?? [];
    for (let i = children.length - 1; i >= 0; i--) open.push({ ...here, id: children[i]! });
    if (children.length > 0) continue;
    const isBetter =
      !best || (here.shown === best.shown ? here.timeMs >= best.timeMs : here.shown && !best.shown);
    if (isBetter) best = here;
  }
  return best?.id;
}
