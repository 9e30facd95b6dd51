import { buildConversation } from './build-conversation';
import { isTiming, messagesOfCues } from './cues';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { splitLines } from './transcript-text';

export const importer: Importer = {
  id: 'vtt',
  title: 'WebVTT subtitles or a meeting transcript',
  describe: 'Starts with WEBVTT; speakers as <v Name> or "Name: ".',

  detect: ({ text, json, lines }) =>
    json === undefined && !lines && /^\s*WEBVTT(?:[ \t\r\n]|$)/.test(text) ? 0.95 : 0,

  parse({ text, name }) {
    const report = new ImportReport();
    const [header = '', ...rest] = splitLines(text.trimStart());
    // What follows the header up to a blank line is about the file; some tools leave the blank line out.
    const start = rest.findIndex((line) => line.trim() === '' || isTiming(line));
    const title = header
      .slice('WEBVTT'.length)
      .replace(/^[\s-]+/, '')
      .trim();
    return buildConversation({
      format: 'vtt',
      messages: messagesOfCues(rest.slice(Math.max(0, start)), { idsAreFree: true }, report),
      report,
      title,
      fileName: name,
      hasToolCalls: false,
    });
  },
};
