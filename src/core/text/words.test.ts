import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from './stem';
import { MAX_TERMS, rawWords, terms } from './words';

describe('terms', () => {
  it('keeps identifiers whole and in parts', () => {
    expect(terms('open auth.py')).toEqual(['open', 'auth.py', 'auth', 'py']);
    expect(terms('issue_token')).toEqual(['issue_token', 'issu', 'token']);
    expect(terms('confirm_charge()')).toEqual(['confirm_charge', 'confirm', 'charg']);
    expect(terms('confirmCharge')).toEqual(['confirmcharge', 'confirm', 'charg']);
    expect(terms('src/core/auth.py')).toEqual(['src', 'cor', 'auth.py', 'auth', 'py']);
    expect(terms('order ORD-1234')).toEqual(['order', 'ord', '1234']);
  });

  it('keeps versions and decimals whole', () => {
    expect(terms('v2.4.0 at 3.14')).toEqual(['v2.4.0', 'v2', '3.14']);
  });

  it('finds a part of an identifier by its plain word', () => {
    const parts = new Set(terms('def confirm_charge(order_id): ...'));
    for (const term of terms('which function confirms charges?')) {
      if (term !== 'function') expect(parts.has(term), term).toBe(true);
    }
  });

  it('has one term for e-mail in every spelling', () => {
    for (const spelling of ['e-mail', 'E-mails', 'email', 'Emails', 'e-mailing', 'emailed']) {
      expect(terms(spelling), spelling).toEqual(['email']);
    }
  });

  it('removes stop words and possessives, keeps cue words', () => {
    expect(terms("don't it's the server's")).toEqual(['server']);
    expect(terms('never always')).toEqual(['never', 'alway']);
  });

  it('makes character bigrams of scripts without spaces, and passes other scripts through', () => {
    expect(terms('按钮用蓝色')).toEqual(['按钮', '钮用', '用蓝', '蓝色']);
    expect(terms('Vitestを使う')).toEqual(['vitest', 'を使', '使う']);
    expect(terms('用Vitest.')).toEqual(['用', 'vitest']);
    expect(terms('никогда не логируй')).toEqual(['никогда', 'логируй']);
    expect(terms('ＡＰＩ')).toEqual(['api']);
  });

  it('is bounded and linear on unbroken runs', () => {
    expect(terms('a'.repeat(5_000_000)).length).toBeLessThanOrEqual(MAX_TERMS);
    expect(terms('按钮'.repeat(1_000_000))).toHaveLength(MAX_TERMS);
    expect(rawWords('one two three', 2)).toEqual(['one', 'two']);
  });

  it('never yields an empty term or one with white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        for (const term of terms(text)) expect(term).toMatch(/^\S+$/u);
      }),
    );
  });
});

describe('stem', () => {
  it.each([
    ['charge charges charged charging'],
    ['use uses used using'],
    ['embed embeds embedded embedding'],
    ['apply applies applied applying'],
    ['class classes'],
    ['box boxes boxed boxing'],
    ['branch branches branching'],
    ['log logs logged logging'],
    ['status statuses'],
    ['address addresses addressed'],
  ])('sends the forms of one word to one term: %s', (forms) => {
    expect(new Set(forms.split(' ').map(stem)).size).toBe(1);
  });

  it.each([
    ['string', 'str'],
    ['need', 'ne'],
    ['thing', 'th'],
    ['this', 'thi'],
    ['redis', 'redi'],
    ['bus', 'bu'],
    ['green', 'gre'],
  ])('keeps %s', (word, wrong) => {
    expect(stem(word)).not.toBe(wrong);
    expect(stem(word)).toBe(word);
  });
});
