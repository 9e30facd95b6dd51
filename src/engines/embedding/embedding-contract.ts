import type { EmbeddedText } from '../../core/ports';
import type { ModelManifest } from './model-manifest';

/** What the embedding worker answers; shared by both sides. */
export type EmbeddingContract = {
  /** Downloads and starts the model; must succeed once before the others. */
  readonly start: {
    /** `modelsUrl` is absolute and ends with a slash: a worker's own address says nothing about the page's. */
    readonly request: { readonly modelsUrl: string; readonly manifest: ModelManifest };
    readonly response: { readonly threads: number };
  };
  readonly embed: { readonly request: { readonly text: string }; readonly response: EmbeddedText };
  /** See embedUnchunked: for comparing the model in this browser with reference vectors. */
  readonly embedUnchunked: { readonly request: { readonly text: string }; readonly response: Float32Array };
};

export type EmbeddingWorkerEvent =
  | { readonly stage: 'download'; readonly bytesLoaded: number; readonly bytesTotal: number }
  | { readonly stage: 'start' };
