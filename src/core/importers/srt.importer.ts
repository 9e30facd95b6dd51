import { buildConversation } from './build-conversation';
import { isTiming, messagesOfCues } from './cues';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { splitLines } from './transcript-text';

const PROBE_CHARS = 20_000;

export const importer: Importer = {
  id: 'srt',
  title: 'SRT subtitles',
  describe: 'A number, a line "00:00:01,000 --> 00:00:02,500", then the words; speakers as "Name: ".',

  detect({ text, json, lines: jsonLines }) {
    if (json !== undefined || jsonLines) return 0;
    const lines = splitLines(text.slice(0, PROBE_CHARS)).filter((line) => line.trim() !== '');
    const opensFile =
      isTiming(lines[0] ?? '') || (/^\s*\d+\s*$/.test(lines[0] ?? '') && isTiming(lines[1] ?? ''));
    if (opensFile) return 0.95;
    // Below a transcript, whose message may quote subtitles.
    return lines.filter(isTiming).length >= 2 ? 0.6 : 0;
  },

  parse({ text, name }) {
    const report = new ImportReport();
    return buildConversation({
      format: 'srt',
      messages: messagesOfCues(splitLines(text), { idsAreFree: false }, report),
      report,
      fileName: name,
      hasToolCalls: false,
    });
  },
};
