import { LANGCHAIN_TYPES, langChainImporter, plainType } from './langchain-messages';

export const importer = langChainImporter({
  id: 'langgraph-state',
  title: 'LangGraph state (JSON)',
  describe: 'A state or checkpoint with "messages" as {"type": "human", "content": "..."}.',
  open(item) {
    const type = typeof item.type === 'string' ? plainType(item.type) : '';
    const isMessage =
      LANGCHAIN_TYPES.includes(type) &&
      ('content' in item || (type !== 'tool' && typeof item.text === 'string'));
    // Very old messages have a role beside the type; the Responses API and Anthropic have other types.
    return isMessage && (!('role' in item) || type === 'chat' || 'text' in item)
      ? { type, fields: item }
      : null;
  },
});
