export interface MarkingState {
  /** Turn of the question in focus; null: none is chosen. */
  readonly question: number | null;
  /** Messages marked as its evidence. */
  readonly evidence: number;
}

/** What to do next while evidence is marked. */
export function markingText({ question, evidence }: MarkingState): string {
  if (question === null)
    return 'Mark evidence, step 1 of 2: choose the question, a user message whose answer lies in earlier messages. The button here takes one; “Use as the question” in any user message’s menu takes another.';
  if (evidence === 0)
    return `Mark evidence, step 2 of 2: press the tick beside each earlier message that holds what turn ${question} needs.`;
  const marked = evidence === 1 ? '1 message is marked' : `${evidence} messages are marked`;
  return `${marked} as what turn ${question} needs. Mark more, or see which strategies still have ${evidence === 1 ? 'it' : 'them'}.`;
}
