import { fail } from '../result';
import { buildConversation, noConversation } from './build-conversation';
import { linesOf } from './claude-code-lines';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { isRecord, type JsonRecord, vote } from './json-shape';
import { type ResponsesItem, readResponsesItems } from './responses-items';

const EVENT = /^(?:thread|turn|item)\.(?:started|completed|failed|updated)$/;

/** What `codex exec --json` prints: finished items without times, and never the prompt. */
export const importer: Importer = {
  id: 'codex-exec',
  title: 'Codex output (exec --json)',
  describe: 'What codex exec --json prints: lines with "type": "item.completed" and an "item".',

  detect(source) {
    const lines = linesOf(source).map((line) => line.value);
    return vote(lines, (line) => EVENT.test(String(line.type))) >= 0.5 ? 0.93 : 0;
  },

  parse(source) {
    const report = new ImportReport();
    const items = linesOf(source).flatMap(({ number, value }): ResponsesItem[] => {
      const where = `line ${number}`;
      const isItem = isRecord(value) && value.type === 'item.completed' && isRecord(value.item);
      const item = isItem ? responsesItem(value.item as JsonRecord) : null;
      if (item) return [{ item, where, time: null }];
      report.add(isRecord(value) ? 'bookkeeping-skipped' : 'mixed-shapes', { where });
      return [];
    });
    const messages = readResponsesItems(items, report);
    if (messages.length === 0) return fail(noConversation(0));
    return buildConversation({ format: 'codex-exec', messages, report, fileName: source.name });
  },
};

function responsesItem(item: JsonRecord): JsonRecord | null {
  const { id } = item;
  switch (item.type ?? item.item_type) {
    case 'agent_message':
    case 'assistant_message':
      return { type: 'message', role: 'assistant', id, content: item.text };
    case 'reasoning':
      return { type: 'reasoning', text: item.text };
    case 'command_execution': {
      const output = { stdout: item.aggregated_output ?? '', exit_code: item.exit_code };
      return { type: 'call', id, name: 'shell', arguments: { command: item.command }, output };
    }
    case 'file_change':
      return {
        type: 'call',
        id,
        name: 'file_change',
        arguments: { changes: item.changes },
        output: item.status,
      };
    case 'mcp_tool_call':
      return {
        type: 'call',
        id,
        name: item.tool,
        arguments: item.arguments,
        output: item.result,
        error: item.error,
      };
    case 'web_search':
      return { type: 'call', id, name: 'web_search', arguments: { query: item.query } };
    default:
      return null;
  }
}
