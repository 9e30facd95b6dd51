/** One formatter for all: making one costs more than a frame's other arithmetic, and numbers change at every step. */
const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** "2,562": a whole number as people read it. */
export const formatCount = (n: number): string => counts.format(Math.round(n));
