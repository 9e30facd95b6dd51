import { countedTexts, type Message } from './conversation';
import { embeddingText } from './embedding-text';
import type { Slices } from './slices';
import { stampHead } from './stamps';
import { readSentences } from './summary/sentence-index';
import { rememberedEstimate } from './token-estimate';

/**
 * Reads messages for the first time, one after the other, so that making facts of all of them at once looks things up only:
 * a long conversation is opened in one go, and reading two thousand messages takes half a second.
 */
export function* readAhead(messages: readonly Message[]): Slices<void> {
  for (const message of messages) {
    readSentences(message);
    embeddingText(message);
    const head = stampHead(message);
    for (const text of [...countedTexts(message), head, ` ${head}`])
      if (text !== '') rememberedEstimate(text);
    yield;
  }
}
