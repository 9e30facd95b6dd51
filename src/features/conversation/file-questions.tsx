import type { ConversationDocument } from '../../core/conversation';
import { askAtEnd, askedQuestion } from '../../core/edit/ask-edits';
import { Select } from '../../ui/select';
import { firstWords } from './editable-text';
import { useActions } from './editor-context';

/** The questions that a data set brings. A list that unfolds takes hundreds of them, and finds one by its first letters. */
export const FileQuestions = ({ document }: { readonly document: ConversationDocument }) => {
  const actions = useActions();
  const { questions = [] } = document;
  const asked = askedQuestion(document);
  if (questions.length === 0 || (questions.length === 1 && asked)) return null;
  const none = asked ? [] : [{ value: '', label: 'None of them', disabled: true }];
  return (
    <div className="file-questions">
      <Select
        label={`${questions.length} questions of the file`}
        options={[...none, ...questions.map((q) => ({ value: q.id, label: firstWords(q.text, 72) }))]}
        value={asked?.id ?? ''}
        onChange={(id) => {
          const question = questions.find((q) => q.id === id);
          if (!question) return;
          actions.edit('ask question', askAtEnd(question));
          const last = actions.conversation().messages.at(-1);
          if (last) actions.chooseQuestion(last.id);
        }}
      />
      <p className="hint">One at a time is asked behind the last message.</p>
    </div>
  );
};
