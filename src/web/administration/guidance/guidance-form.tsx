import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { limits } from '#contract/limits.ts';
import { TextArea } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { formatNumber } from '../../shared/text/format.ts';
import { Badge } from '../components/badge.tsx';
import { AskButton } from '../dialogs/ask-button.tsx';
import { useAdministration } from '../state/administration.ts';
import { useAction } from '../state/use-action.ts';
import type { GuidanceOfAgentProps } from './guidance-props.ts';

/** Writes the text that is shown, unless it is the draft already. */
export type SaveDraft = () => Promise<void>;

interface GuidanceFormProps extends GuidanceOfAgentProps {
  readonly children: (saveDraft: SaveDraft) => ComponentChildren;
}

/** The draft, and its publication. */
export function GuidanceForm({ children, ...props }: GuidanceFormProps) {
  const { call, text, agent, guidance, onChanged, mayChange } = props;
  const { draft, published } = guidance;
  const { api } = useAdministration();
  const { busy, problem, run } = useAction();
  const written = useSignal(draft?.text ?? published?.text ?? '');
  const length = [...written.value].length;
  const isTooLong = length > limits.guidanceCharacters;
  const isPublished = written.value === (published?.text ?? '');
  const params = { agent };
  const saveDraft = async () => {
    if (written.peek() === draft?.text) return;
    onChanged(await api.send(call('updateGuidance', { params, body: { text: written.peek() } })));
  };
  const publish = async () => {
    await saveDraft();
    onChanged(await api.send(call('publishGuidance', { params, body: {} })));
    toast(text.published);
  };
  return (
    <>
      <Panel title={text.text} tools={!isPublished && <Badge tone="warning">{text.differs}</Badge>}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void run(async () => {
              await saveDraft();
              toast(text.saved);
            });
          }}
        >
          <TextArea label={text.text} value={written} rows={8} readOnly={!mayChange} />
          <p class={isTooLong ? 'field-problem' : 'note'}>
            {text.characters(formatNumber(length), formatNumber(limits.guidanceCharacters))}
          </p>
          <Problem text={problem.value} />
          {mayChange && (
            <div class="row-actions">
              <button type="submit" class="button" disabled={busy.value || isTooLong}>
                {text.save}
              </button>
              <AskButton
                label={text.publish}
                title={text.publishTitle}
                variant="primary"
                disabled={isTooLong || isPublished}
                onConfirm={publish}
              >
                {written.value.trim() === '' ? text.publishNone : text.publishBody}
              </AskButton>
            </div>
          )}
        </form>
        <p class="note">
          {published === null
            ? text.none
            : text.since(formatNumber(published.version), localDate(published.published_at))}
        </p>
      </Panel>
      {children(saveDraft)}
    </>
  );
}
