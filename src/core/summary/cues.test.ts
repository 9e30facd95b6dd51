import { describe, expect, it } from 'vitest';
import { changeCue, countCues, findCues } from './cues';

describe('countCues', () => {
  it.each([
    'Never log customer e-mail addresses.',
    'Amounts must be integers in cents.',
    'You must not retry a charge.',
    'Please don’t touch the migrations folder.',
    'Do not commit to main.',
    'Only admins may issue refunds.',
    'Use only the standard library.',
    'Retries: at most 3 per call.',
    'Keep responses to no more than 200 words.',
    'We decided to store times in UTC.',
    "We've agreed on Postgres.",
    'From now on, answer in English.',
    'The house rule is one migration per pull request.',
    'Use Vitest instead of Jest.',
    'The API no longer accepts XML.',
    // the other languages
    'Niemals Kunden-E-Mails protokollieren.',
    'Die Beträge müssen ganze Zahlen sein.',
    'E-Mail-Adressen dürfen nie im Log stehen.',
    'Il ne faut jamais enregistrer les adresses.',
    'Nunca registres los correos de los clientes.',
    'Os valores devem ser inteiros; nunca use float.',
    'Non registrare mai gli indirizzi.',
    'Log nooit e-mailadressen van klanten.',
    'Никогда не логируй адреса клиентов.',
    '日志里不要记录客户的邮箱地址。',
    '金额必须是整数。',
    '顧客のメールアドレスは絶対にログに残さないでください。',
    '고객 이메일은 절대 로그에 남기지 마세요.',
    'لا يجب تسجيل عناوين البريد أبدا.',
    'ग्राहकों के ईमेल कभी लॉग न करें, हमेशा छिपाएँ।',
  ])('finds a standing rule in: %s', (text) => {
    expect(findCues(text).strong).toBeGreaterThan(0);
  });

  it.each([
    "Let's use tabs.",
    'I prefer short answers.',
    'Make the checkout buttons blue.',
    'Actually, make them green.',
    'The page should load in two seconds.',
    'Lass uns lieber Tabs nehmen.',
    '应该用蓝色。',
  ])('finds an instruction or a preference in: %s', (text) => {
    expect(countCues(text)).toBeGreaterThan(0);
  });

  it.each([
    'Never mind, I found it.',
    'You never know.',
    'I must say, this looks great.',
    'It must be the cache.',
    'That must have been the old build.',
    'The suite took only 48 seconds.',
    'It only took a minute.',
    'The test always fails on CI.',
    'As always, thanks a lot!',
    'At least it compiles.',
    "Don't worry about it.",
    "I don't know.",
    'The function returns a promise.',
    'That should work.',
    'Thanks, perfect!',
    'What does this error mean?',
    'Das macht nichts, wie immer danke!',
    '不要紧，谢谢。',
    'Как всегда, спасибо.',
  ])('finds nothing in: %s', (text) => {
    expect(countCues(text)).toBe(0);
  });
});

describe('changeCue', () => {
  it.each([
    'Actually, make the buttons green.',
    'On second thought, green is better.',
    'Use Postgres instead of SQLite.',
    'The buttons should no longer be blue.',
    'Green rather than blue, please.',
    'Change the timeout to 60 seconds.',
    'Switch to Postgres.',
    'Not blue but green.',
    'Forget the rule about tabs.',
    'Doch lieber grüne Knöpfe.',
    'Utilise Postgres au lieu de SQLite.',
    'Usa Postgres en lugar de SQLite.',
    'Используй Postgres вместо SQLite.',
    '按钮改成绿色。',
    'ボタンは青ではなく緑にしてください。',
    '파란색 대신 초록색으로 하세요.',
  ])('a change: %s', (text) => {
    expect(changeCue(text)).toBe(true);
  });

  it.each([
    'Make the checkout buttons blue.',
    'Actually, the buttons also need a focus ring.',
    "Don't forget the tests.",
    'This is not only fast but also small.',
    'I actually like it.',
    'The retry changes nothing.',
    'Never log customer e-mail addresses.',
  ])('not a change: %s', (text) => {
    expect(changeCue(text)).toBe(false);
  });
});
