import { isRecord } from './json-shape';
import { langChainImporter, plainType } from './langchain-messages';

export const importer = langChainImporter({
  id: 'langchain-dict',
  title: 'LangChain messages (JSON)',
  describe: 'Messages as {"type": "human", "data": {"content": "..."}}.',
  open: ({ type, data }) =>
    typeof type === 'string' && isRecord(data) && ('content' in data || 'text' in data)
      ? { type: plainType(type), fields: data }
      : null,
});
