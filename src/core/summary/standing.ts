import { terms } from '../text/words';
import { findCues } from './cues';
import { isQuestion } from './statement';

/** Who says it: tool output has the lowest standing, whatever the role of the message that holds it. */
export type Voice = 'user' | 'system' | 'assistant' | 'tool';

export interface Standing {
  readonly cues: number;
  readonly prior: number;
  readonly quality: number;
  /** Distinct terms in order of appearance with 1 + ln(occurrences). */
  readonly terms: ReadonlyMap<string, number>;
}

const PRIOR_OF: Readonly<Record<Voice, number>> = { user: 1, system: 0.9, assistant: 0.55, tool: 0.1 };
const QUALITY_OF: Readonly<Record<Voice, number>> = { user: 1, system: 1, assistant: 0.9, tool: 0.3 };

const PLEASANTRY =
  /^(?:thanks|thank you|thx|great|ok(?:ay)?|sure|got it|hi|hello|hey|perfect|nice|cool|good|sounds|awesome|looks|you're|you are|happy to|glad|hope|let me know|sorry|yes|no problem|danke|super|merci|gracias|obrigad|grazie|bedankt|спасибо|谢谢|好的|ありがとう|감사)/i;
const ANNOUNCEMENT =
  /^(?:(?:sure|ok(?:ay)?|alright|great|now|first|next)[,.!:]? *)?(?:let me|here(?:'s| is| are)|i'll (?:now|start|take|look|check)|i(?:'m| am) going to|below (?:is|are)|looking at|let's (?:look|see|start))\b/i;
const LETTERS_AND_SPACES = /[\p{L}\p{M}\s]/gu;

const strengthOf = (strong: number, weak: number): number =>
  strong > 0 ? 1 + 0.1 * Math.min(3, strong + weak - 1) : 0.4 * Math.min(2, weak);

function qualityOf(text: string, voice: Voice, termCount: number): number {
  let quality = QUALITY_OF[voice];
  const plain = text.replace(/’/g, "'");
  if (isQuestion(text)) quality *= 0.4;
  if (/[:：]$/.test(text)) quality *= 0.3;
  if (ANNOUNCEMENT.test(plain)) quality *= 0.5;
  if (termCount < 3) quality *= 0.4;
  if (PLEASANTRY.test(plain) && termCount < 5) quality *= 0.1;
  if ((text.match(LETTERS_AND_SPACES)?.length ?? 0) < 0.65 * text.length) quality *= 0.2;
  return Math.max(quality, 0.001);
}

/** How a sentence stands on its own, before anything is known about its neighbours. */
export function standingOf(text: string, voice: Voice): Standing {
  const counts = new Map<string, number>();
  for (const term of terms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = new Map([...counts].map(([term, count]) => [term, 1 + Math.log(count)] as const));
  const { strong, weak } = findCues(text);
  const asked = isQuestion(text) ? 0.3 : 1;
  return {
    cues: strong + weak,
    prior: PRIOR_OF[voice] * strengthOf(strong, weak) * asked,
    quality: qualityOf(text, voice, counts.size),
    terms: weights,
  };
}
