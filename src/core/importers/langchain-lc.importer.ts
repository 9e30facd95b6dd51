import { isRecord, listOf, stringOf } from './json-shape';
import { LANGCHAIN_TYPES, langChainImporter, plainType } from './langchain-messages';

/** Python's `dumps` and JavaScript's `toJSON` differ in the path of the id only. */
export const importer = langChainImporter({
  id: 'langchain-lc',
  title: 'LangChain messages, serialised (JSON)',
  describe: 'Messages as {"lc": 1, "type": "constructor", "id": [...], "kwargs": {...}}.',
  open(item) {
    if (item.lc !== 1 || item.type !== 'constructor' || !isRecord(item.kwargs)) return null;
    const name = stringOf(listOf(item.id).at(-1)) ?? '';
    const type = LANGCHAIN_TYPES.includes(plainType(name)) ? name : (stringOf(item.kwargs.type) ?? name);
    const isMessage = /Message(?:Chunk)?$/.test(name) || LANGCHAIN_TYPES.includes(plainType(type));
    return isMessage ? { type: plainType(type), fields: item.kwargs } : null;
  },
});
