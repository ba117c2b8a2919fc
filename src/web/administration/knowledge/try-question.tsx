import { useSignal } from '@preact/signals';
import type { FoundSources } from '#contract/knowledge/sources.ts';
import { TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { Badge } from '../components/badge.tsx';
import { useAdministration } from '../state/administration.ts';
import { useAction } from '../state/use-action.ts';
import type { KnowledgeOfAgentProps, KnowledgeWords } from './knowledge-props.ts';

/** What the assistant would be given with a question. */
export function TryQuestion({ call, text, agent }: KnowledgeOfAgentProps) {
  const { api } = useAdministration();
  const { busy, problem, run } = useAction();
  const question = useSignal('');
  const answer = useSignal<FoundSources | null>(null);
  const find = async () => {
    const body = { q: question.value.trim() };
    answer.value = await api.send(call('findSources', { params: { agent }, body }));
  };
  return (
    <Panel title={text.tryIt} note={text.tryNote}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(find);
        }}
      >
        <TextInput label={text.question} value={question} required maxLength={2000} />
        <div class="row-actions">
          <button type="submit" class="button" disabled={busy.value}>
            {text.find}
          </button>
        </div>
        <Problem text={problem.value} />
      </form>
      <div class="stack" aria-live="polite">
        {answer.value !== null && <Found answer={answer.value} text={text} />}
      </div>
    </Panel>
  );
}

function Found({ answer, text }: { readonly answer: FoundSources; readonly text: KnowledgeWords }) {
  return (
    <>
      <p>{text.modes[answer.mode]}</p>
      {answer.data.length > 0 && (
        <ol class="items">
          {answer.data.map((source) => (
            <SourceItem key={`${source.document_id} ${source.text}`} source={source} text={text} />
          ))}
        </ol>
      )}
    </>
  );
}

interface SourceItemProps {
  readonly source: FoundSources['data'][number];
  readonly text: KnowledgeWords;
}

function SourceItem({ source, text }: SourceItemProps) {
  const { title, heading } = source;
  return (
    <li class="item">
      <p class="item-name">
        <span class="breaking" dir="auto">
          {title}
        </span>
        {source.source === 'operator' && <Badge>{text.operators}</Badge>}
      </p>
      {heading !== '' && (
        <p class="note" dir="auto">
          {heading}
        </p>
      )}
      <p class="source-text" dir="auto">
        {source.text}
      </p>
    </li>
  );
}
