export type Placement = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'bottom' | 'top';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Where a floating box of `size` goes beside `anchor` inside a viewport, all in CSS px: on the wished side, on the other
 * side when only that one has room, always inside the viewport with `margin` around.
 */
export const placeFloating = (
  anchor: Box,
  size: { readonly width: number; readonly height: number },
  viewport: { readonly width: number; readonly height: number },
  placement: Placement,
  gap = 4,
  margin = 8,
): { readonly left: number; readonly top: number } => {
  const [side, align] = placement.split('-') as ['bottom' | 'top', 'start' | 'end' | undefined];
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - size.height;
  const fitsBelow = below + size.height <= viewport.height - margin;
  const fitsAbove = above >= margin;
  const wantsBelow = side === 'bottom';
  const goesBelow = wantsBelow ? fitsBelow || !fitsAbove : !fitsAbove && fitsBelow;
  const left =
    align === 'start'
      ? anchor.left
      : align === 'end'
        ? anchor.right - size.width
        : (anchor.left + anchor.right - size.width) / 2;
  const limit = (value: number, most: number) => Math.max(margin, Math.min(value, most));
  return {
    left: Math.round(limit(left, viewport.width - margin - size.width)),
    top: Math.round(limit(goesBelow ? below : above, viewport.height - margin - size.height)),
  };
};
