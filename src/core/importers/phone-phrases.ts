import type { Part } from '../conversation';
import { withoutMarks } from './chat-stamps';
import { kindOfFile } from './people';

/** What phones write of themselves into a chat that they export, in the commonest languages. */
const phrases = (...list: readonly string[]): RegExp => new RegExp(`^(?:${list.join('|')})[.。]?$`, 'iu');

const DELETED = phrases(
  'this message was deleted(?: by admin [^\\n]*)?',
  'you deleted this message(?: as admin)?',
  'diese nachricht wurde gelöscht',
  'du hast diese nachricht gelöscht',
  'se eliminó este mensaje',
  'eliminaste este mensaje',
  'ce message a été supprimé',
  'vous avez supprimé ce message',
  'mensagem apagada',
  'você apagou esta mensagem',
  'questo messaggio è stato eliminato',
  'hai eliminato questo messaggio',
  'dit bericht is verwijderd',
  '(?:u|je) hebt dit bericht verwijderd',
  'данное сообщение удалено',
  'вы удалили данное сообщение',
  'bu mesaj silindi',
  'bu mesajı sildiniz',
  'このメッセージは削除されました',
  '삭제된 메시지입니다',
  '此消息已删除',
  '您已删除此消息',
  '這則訊息已刪除',
  'تم حذف هذه الرسالة',
  'لقد حذفت هذه الرسالة',
);
const OMITTED = phrases(
  '<(?:media omitted|medien ausgeschlossen|multimedia omitido|médias omis|mídia oculta|media weggelaten|media omessi|без медиафайлов|medya dahil edilmedi|メディアは含まれていません|미디어 파일 제외됨|省略多媒体文件|تم استبعاد الوسائط|الوسائط محذوفة)>',
);
const KIND_OMITTED =
  /^(?:([^\n]{1,300}?\.\w{1,5}) (?:• [^•\n]{1,40} )?)?(image|video|audio|sticker|GIF|document|contact card)(?: message)? omitted$/iu;
/** In other languages only behind the mark that phones put in front of their own words. */
const OTHER_OMITTED =
  /^(?:[^\n]{1,300}• )?(\p{L}{3,12})(?: \p{L}{2,12})? (?:weggelassen|ausgelassen|omitid[ao]|omiss?|absente?|ocultad[ao]|omess[ao]|weggelaten)$/iu;
const OTHER_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:bild|imagen|image|imagem|immagine|afbeelding|gif)/iu, 'image'],
  [/^(?:v[ií]d[eé]o)/iu, 'video'],
  [/^(?:[aá]udio)/iu, 'audio'],
  [/^(?:sticker|figurinha)/iu, 'sticker'],
];
const ATTACHED =
  /^<(?:attached|angehängt|adjunto|pièce jointe|anexado|allegato|bijgevoegd): ([^<>\n]{1,300})>$/iu;
const NAMED_ATTACHED =
  /^([^\n]{1,300}\.\w{1,5}) \((?:file attached|datei angehängt|archivo adjunto|fichier joint|arquivo anexado|file allegato|bestand bijgevoegd|файл добавлен|dosya ekli|添付ファイル)\)$/iu;
const EDITED =
  /[ \u200e]{0,4}<(?:this message was edited|diese nachricht wurde bearbeitet|se editó este mensaje|ce message a été modifié|mensagem editada|questo messaggio è stato modificato|dit bericht is bewerkt)\.?>$/iu;

/** Instead of a message that was taken back. */
export const isDeleted = (said: string): boolean => DELETED.test(withoutMarks(said));

/** Without the mark of a message that was changed later. */
export const withoutEdited = (said: string): string => (said.endsWith('>') ? said.replace(EDITED, '') : said);

const MARK = /\u200e/g;

/** What a line stands for that is no text; `ownWords`: the phone marked it as its own. */
export function fileOf(line: string, ownWords: boolean): Part | null {
  const text = withoutMarks(line).replace(MARK, '').trim();
  const name = (ATTACHED.exec(text) ?? NAMED_ATTACHED.exec(text))?.[1]?.trim();
  if (name) return { type: 'attachment', kind: kindOfFile(name), name };
  const [, file, word] = KIND_OMITTED.exec(text) ?? [];
  const kind = word?.toLowerCase();
  if (kind) {
    const known = /image|video|audio|sticker/.test(kind) ? kind : kind === 'gif' ? 'image' : 'file';
    return { type: 'attachment', kind: known, ...(file ? { name: file } : {}) };
  }
  const other = ownWords ? OTHER_OMITTED.exec(text)?.[1] : undefined;
  if (other !== undefined)
    return { type: 'attachment', kind: OTHER_KINDS.find(([begins]) => begins.test(other))?.[1] ?? 'file' };
  return OMITTED.test(text) ? { type: 'attachment', kind: 'file' } : null;
}

/** "Sam added you": words of the phone's own that are neither a file, a place, a poll nor a message taken back. */
export const isOwnNotice = (said: string, ownWords: boolean): boolean =>
  ownWords && !/\n|: https?:/.test(said) && !isDeleted(said) && fileOf(said, ownWords) === null;
