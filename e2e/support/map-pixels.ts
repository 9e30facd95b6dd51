import type { Page } from '@playwright/test';

/** The colour in the middle of a cell, RGBA; null where it is the paper's. */
export const centreOfCell = (page: Page, lane: string, step: number, turn: number, turns: number) =>
  page.getByTestId(`map-${lane}`).evaluate(
    (surface, { step, turn, turns }) => {
      const map = surface.getBoundingClientRect();
      const canvas = [...document.querySelectorAll<HTMLCanvasElement>('.lane-picture')].find((picture) => {
        const { left, right } = picture.getBoundingClientRect();
        return left <= map.left && right >= map.right;
      })!;
      const picture = canvas.getBoundingClientRect();
      const scale = canvas.width / picture.width;
      const pixel = (x: number, y: number) => [
        ...canvas
          .getContext('2d')!
          .getImageData(
            Math.floor((map.left + map.width * x - picture.left) * scale),
            Math.floor((map.top + map.height * y - picture.top) * scale),
            1,
            1,
          ).data,
      ];
      const found = pixel((step - 0.5) / turns, (turn - 0.5) / turns);
      // Below the first step's cell the map is empty.
      const paper = pixel(0.5 / turns, 1.5 / turns);
      return found.every((value, i) => value === paper[i]) ? null : found;
    },
    { step, turn, turns },
  );
