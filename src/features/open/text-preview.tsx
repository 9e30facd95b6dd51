import { useEffect, useState } from 'react';
import { importText } from '../../core/importers/import-conversation';
import { plural } from '../../state/opened-text';
import { formatTitle } from './format-title';
import { placeOf } from './report-text';

const PAUSE_MS = 250;
/** Reading more than this on every pause in typing would make typing slow. */
const MAX_LIVE = 1_000_000;

interface Preview {
  readonly ok: boolean;
  readonly text: string;
}

function look(text: string): Preview | null {
  if (text.trim() === '') return null;
  if (text.length > MAX_LIVE) {
    return {
      ok: true,
      text: `${(text.length / 1e6).toFixed(1)} million characters; press Open to read them.`,
    };
  }
  const read = importText(text);
  if (!read.ok) {
    const place = placeOf(read.error);
    return { ok: false, text: place ? `${read.error.message} (${place})` : read.error.message };
  }
  const { format, conversation, otherConversations, warnings } = read.value;
  const parts = [
    `${formatTitle(format)}: ${plural(conversation.messages.length, 'message')}`,
    otherConversations > 0 ? plural(otherConversations, 'other conversation') : '',
    warnings.length > 0 ? plural(warnings.length, 'warning') : '',
  ];
  return { ok: true, text: parts.filter((p) => p !== '').join(', ') };
}

/** Says, after a pause in typing, what the text looks like or why it cannot be read. null for no text. */
export function useTextPreview(text: string): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(() => look(text));
  useEffect(() => {
    const timer = setTimeout(() => setPreview(look(text)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text.trim() === '' ? null : preview;
}
