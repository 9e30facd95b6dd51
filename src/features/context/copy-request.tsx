import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { copyText } from '../../platform/download';
import { announce } from '../../ui/announcer';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icons';
import { COPY_FORMATS, type CopiedRequest, type Copy, type CopyFormat, isStillShown } from './copy-formats';
import type { Side } from './side';
import { plural } from './words';

const CONFIRMED_MS = 4_000;

/** Copies the whole request; where the browser does not allow it, shows the text to copy by hand. */
export const CopyRequest = ({ side }: { readonly side: Side }) => {
  const [done, setDone] = useState<Copy | null>(null);
  const [byHand, setByHand] = useState<{ format: CopyFormat; request: CopiedRequest } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { items } = side;
  const { toolDefinitionTokens } = side.run.setup.prepared.options;
  // What was copied is what was shown then: another request is not. Items made anew with the same words are the same.
  const confirmed = useMemo(
    () => done !== null && isStillShown(done, items, toolDefinitionTokens),
    [done, items, toolDefinitionTokens],
  );

  const copy = async (format: CopyFormat) => {
    const request = format.make(items, toolDefinitionTokens);
    const written = await copyText(request.text);
    if (!written) {
      setByHand({ format, request });
      return;
    }
    setDone({ format, request, items });
    announce(`${confirmation(request)} from ${side.heading}`);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(null), request.notes === '' ? CONFIRMED_MS : 3 * CONFIRMED_MS);
  };

  return (
    <div className="context-copy">
      <span className="context-copy__as" aria-hidden="true" title="Copy as">
        <Icon name="copy" size={12} />
      </span>
      {/* Over what is below: the heads must not move under the hand that copies again. */}
      {done && confirmed && (
        <span className="context-copy__done">
          <Icon name="check" size={12} />
          <span>{confirmation(done.request)}</span>
        </span>
      )}
      {COPY_FORMATS.map((format) => (
        <Button
          key={format.id}
          variant="ghost"
          size="small"
          className="context-copy__format"
          aria-label={`Copy ${side.heading} as ${format.label}`}
          onClick={() => void copy(format)}
        >
          {format.label}
        </Button>
      ))}
      <Dialog
        open={byHand !== null}
        title={`${side.heading} as ${byHand?.format.label ?? ''} messages`}
        onClose={() => setByHand(null)}
        size="large"
      >
        {byHand && <ByHand request={byHand.request} />}
      </Dialog>
    </div>
  );
};

const ByHand = ({ request }: { readonly request: CopiedRequest }) => {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The dialog opens after this part of it was made, and gives the focus to its first button.
    const frame = requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className="context-by-hand">
      <label htmlFor={id}>
        The browser did not let this page write to the clipboard. The text is selected: copy it with Ctrl+C or
        ⌘C.
        {request.notes !== '' && ` For this format ${request.notes}.`}
      </label>
      <textarea ref={area} id={id} readOnly spellCheck={false} value={request.text} />
    </div>
  );
};

const confirmation = ({ messages, notes }: CopiedRequest): string =>
  `Copied ${plural(messages, 'message')}${notes === '' ? '' : `; ${notes}`}`;
