/**
 * Texts that coding agents put into a user message, each wholly inside tags: they are nobody's words. A linear scan,
 * because a search for closing tags would be quadratic on a text full of opening ones.
 */
const COMMAND_TAGS = [
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'task-notification',
  'user-memory-input',
];
const CONTEXT_TAGS = [
  'system-reminder',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'environment_context',
  'user_instructions',
  'permissions instructions',
  'collaboration_mode',
  'personality_spec',
  'skills_instructions',
  'apps_instructions',
  'plugins_instructions',
  'subagent_notification',
  'turn_aborted',
  'model_switch',
  'INSTRUCTIONS',
  'skill',
];

/** Slash commands, their output and other traces of the tool's own commands. */
export const isCommandMarkup = (text: string): boolean => isOnlyTags(text, COMMAND_TAGS);

/** What the tool tells the model about its surroundings; `AGENTS.md` comes with a heading before its tag. */
export const isInjectedContext = (text: string): boolean =>
  isOnlyTags(text.replace(/^\s*# AGENTS\.md instructions[^\n<]{0,500}\n/, ''), CONTEXT_TAGS);

function isOnlyTags(text: string, tags: readonly string[]): boolean {
  let at = skipSpace(text, 0);
  if (at === text.length) return false;
  while (at < text.length) {
    const tag = tags.find((t) => text.startsWith(`<${t}>`, at));
    const close = tag === undefined ? -1 : text.indexOf(`</${tag}>`, at);
    if (tag === undefined || close === -1) return false;
    at = skipSpace(text, close + tag.length + 3);
  }
  return true;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}
