import type { Example } from './example';

/** The examples that the first screen does not need. */
export const more: readonly Example[] = Object.values(
  import.meta.glob<Example>(['./*.example.ts', '!./three-files.example.ts'], {
    eager: true,
    import: 'example',
  }),
);
