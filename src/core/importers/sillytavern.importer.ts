import type { Part, Timestamp } from '../conversation';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { withBranches } from './branches';
import { buildConversation, type DraftMessage, noConversation, shortText } from './build-conversation';
import { monthNumber } from './english-months';
import { ImportReport } from './import-report';
import type { Branch, Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { toolCall } from './openai-messages';
import { draftsOfSteps, type Step } from './tool-steps';

const isHeader = (item: JsonRecord): boolean =>
  !('mes' in item) && 'user_name' in item && 'character_name' in item;
const isMessage = (item: JsonRecord): boolean =>
  typeof item.mes === 'string' && ('is_user' in item || 'send_date' in item);

export const importer: Importer = {
  id: 'sillytavern',
  title: 'SillyTavern chat (JSONL)',
  describe:
    'A line with user_name and character_name, then a message per line ("mes", "is_user", "send_date").',

  detect: (source) => 0.95 * vote(topItems(source), (item) => isHeader(item) || isMessage(item)),

  parse(source, choice = {}) {
    const report = new ImportReport();
    const messages: DraftMessage[] = [];
    const points: { readonly after: number; readonly alternatives: readonly Branch[] }[] = [];
    const chosenSwipes = readLeafId(choice.leafId);
    let title: string | undefined;
    for (const { item, where } of itemsOf(source)) {
      if (!isRecord(item)) report.add('mixed-shapes', { where });
      else if (isHeader(item)) title = characterOf(item) ?? title;
      else {
        const swipes = swipesOf(item, where, chosenSwipes);
        report.add('branches-hidden', { count: swipes.length - 1, where });
        if (swipes.length > 1) points.push({ after: messages.length, alternatives: swipes });
        const chosen = chosenSwipes.has(where) ? swipes.findIndex((s) => s.active) : -1;
        const shown = readMessage(item, chosen, where, report);
        if (shown.length === 0) report.add('empty-skipped', { where });
        messages.push(...shown);
      }
    }
    if (messages.length === 0) return fail(noConversation(0));
    const built = buildConversation({
      format: 'sillytavern',
      messages,
      report,
      title,
      fileName: source.name,
    });
    return built.ok ? { ok: true, value: withBranches(built.value, points) } : built;
  },

  ownText: (source) => source.text,
};

const itemsOf = (source: ImportSource): readonly { readonly item: unknown; readonly where: string }[] =>
  source.lines
    ? source.lines.map(({ number, value }) => ({ item: value, where: `line ${number}` }))
    : topItems(source).map((item, i) => ({ item, where: `[${i}]` }));

/** Newer versions write "unused" where the name stood. */
const characterOf = (header: JsonRecord): string | undefined => {
  const name = stringOf(header.character_name);
  return name === 'unused' ? undefined : name;
};

/** The chosen swipe of each message, from 0, by the message's place: "line 3, swipe 2; line 9, swipe 1". */
function readLeafId(leafId: string | undefined): ReadonlyMap<string, number> {
  const chosen = new Map<string, number>();
  for (const one of leafId?.split('; ') ?? []) {
    const [, where, number] = /^(.*), swipe (\d+)$/.exec(one) ?? [];
    if (where !== undefined) chosen.set(where, Number(number) - 1);
  }
  return chosen;
}

/**
 * Answers that were generated in place of each other. What comes later in the file follows each of them, so that choosing
 * one changes its message only, and what was chosen elsewhere stays chosen.
 */
function swipesOf(item: JsonRecord, where: string, choices: ReadonlyMap<string, number>): Branch[] {
  const texts = listOf(item.swipes).filter((t) => typeof t === 'string');
  if (texts.length < 2 || texts.length !== listOf(item.swipes).length) return [];
  const leaf = (k: number): string =>
    [...new Map([...choices, [where, k]])].map(([at, n]) => `${at}, swipe ${n + 1}`).join('; ');
  const wish = choices.get(where) ?? -1;
  const chosen = texts[wish] === undefined ? -1 : wish;
  const own = typeof item.swipe_id === 'number' ? item.swipe_id : -1;
  const shown = texts[own] === undefined ? texts.indexOf(stringOf(item.mes) ?? '') : own;
  const active = chosen === -1 ? Math.max(0, shown) : chosen;
  return texts.map((text, k) => ({
    leafId: leaf(k),
    firstWords: shortText(text),
    messages: 1,
    time: tavernTime(infoOf(item, k)?.send_date ?? item.send_date),
    active: k === active,
  }));
}

const infoOf = (item: JsonRecord, swipe: number): JsonRecord | undefined => {
  const info = listOf(item.swipe_info)[swipe];
  return isRecord(info) ? info : undefined;
};

/** `swipe` is -1 unless another one than the shown was chosen. */
function readMessage(item: JsonRecord, swipe: number, where: string, report: ImportReport): DraftMessage[] {
  const info = infoOf(item, swipe);
  const extra = [info?.extra, item.extra].find(isRecord) ?? {};
  const text = stringOf(listOf(item.swipes)[swipe]) ?? stringOf(item.mes);
  if (text === undefined && item.mes !== '') report.add('mixed-shapes', { where });
  const time = tavernTime(info?.send_date ?? item.send_date);
  const name = stringOf(item.name);

  const calls = listOf(extra.tool_invocations).filter(isRecord);
  if (calls.length > 0)
    return draftsOfSteps(stepsOfCalls(calls), { role: 'assistant', time, where }, undefined);
  const isNarration = item.is_system === true || extra.type === 'narrator';
  const role = isNarration ? 'system' : item.is_user === true ? 'user' : 'assistant';
  const parts: Part[] = [];
  const reasoning = stringOf(extra.reasoning);
  if (reasoning) parts.push({ type: 'reasoning', text: reasoning });
  if (text) parts.push({ type: 'text', text });
  parts.push(...filesOf(extra, where, report));
  return parts.length === 0 ? [] : [{ role, parts, time, name, where }];
}

function stepsOfCalls(calls: readonly JsonRecord[]): Step[] {
  const idAndName = (call: JsonRecord) => ({
    callId: idOf(call.id) ?? null,
    name: stringOf(call.name) ?? 'tool',
  });
  return [
    ...calls.map((call): Step => {
      const { callId, name } = idAndName(call);
      return toolCall(callId, name, call.parameters);
    }),
    ...calls.flatMap((call): Step[] => {
      const { callId, name } = idAndName(call);
      const text = call.result;
      return typeof text === 'string'
        ? [{ type: 'tool-message', name, parts: [{ type: 'tool-result', callId, text }] }]
        : [];
    }),
  ];
}

/** The file names its pictures and documents by their place in the user's folder. */
function filesOf(extra: JsonRecord, where: string, report: ImportReport): Part[] {
  const media = listOf(extra.media).filter(isRecord);
  const files = [extra.file, ...listOf(extra.files)].filter(isRecord);
  const picture = stringOf(extra.image);
  const named: [kind: string, name: string | undefined][] = [
    ...(picture ? [['image', picture] as [string, string]] : []),
    ...media.map((m): [string, string | undefined] => [stringOf(m.type) ?? 'image', stringOf(m.url)]),
    ...files.map((f): [string, string | undefined] => ['file', stringOf(f.name) ?? stringOf(f.url)]),
  ];
  return named.map(([kind, name]) => {
    const isEmbedded = name?.startsWith('data:') === true;
    report.add(isEmbedded ? 'image-payload-dropped' : 'attachment-missing', { where });
    return { type: 'attachment', kind, ...(name && !isEmbedded ? { name } : {}) };
  });
}

const HUMAN = /^([a-z]{3,9})\.? (\d{1,2}), (\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))? ?([ap]m)?$/i;
const FILE_STYLE = /^(\d{4}-\d{1,2}-\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s(?: ?\d{1,3}ms)?$/;

/** "March 2, 2026 9:02am", "2026-3-2 @09h 02m 05s 120ms" (both local), ISO text or milliseconds: by version. */
function tavernTime(value: unknown): Timestamp | null {
  const text = typeof value === 'string' && value.length <= 64 ? value.trim() : '';
  const file = FILE_STYLE.exec(text);
  if (file) {
    const [, day, hour, minute = '', second = ''] = file;
    return parseTimestamp(`${day} ${hour}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`);
  }
  const human = HUMAN.exec(text);
  if (!human) return parseTimestamp(value);
  const [, month = '', day, year, clock, minute, second = '00', half] = human;
  const twelve = half === undefined ? Number(clock) : (Number(clock) % 12) + (/p/i.test(half) ? 12 : 0);
  return parseTimestamp(`${year}-${monthNumber(month)}-${day} ${twelve}:${minute}:${second}`);
}
