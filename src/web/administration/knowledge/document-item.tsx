import type { DocumentResource } from '#contract/knowledge/document-resources.ts';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { formatBytes } from '../../shared/text/format.ts';
import { AskButton } from '../dialogs/ask-button.tsx';
import { useAdministration } from '../state/administration.ts';
import type { KnowledgeOfAgentProps, KnowledgeWords } from './knowledge-props.ts';

interface DocumentItemProps extends KnowledgeOfAgentProps {
  readonly document: DocumentResource;
  readonly onChanged: () => Promise<void>;
}

export function DocumentItem({ call, text, agent, mayChange, document, onChanged }: DocumentItemProps) {
  const { api } = useAdministration();
  const { id, title, url, requires } = document;
  const remove = async () => {
    await api.send(call('deleteDocument', { params: { agent, document: id } }));
    toast(text.removed);
    await onChanged();
  };
  return (
    <li class="item">
      <p class="item-name">
        <span class="breaking" dir="auto">
          {isWebAddress(url) ? (
            <a href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
        </span>
        {title !== id && <code class="breaking">{id}</code>}
      </p>
      {requires !== null && (
        <p class="note breaking" dir="auto">
          {text.onlyWith(inWords(requires))}
        </p>
      )}
      <p class="note">{factsOf(document, text)}</p>
      {mayChange && (
        <div class="row-actions">
          <AskButton label={text.remove} about={title} title={text.removeTitle} danger onConfirm={remove}>
            {text.removeBody}
          </AskButton>
        </div>
      )}
    </li>
  );
}

function factsOf(
  { bytes, chunks, used_at: used, updated_at: changed }: DocumentResource,
  text: KnowledgeWords,
) {
  const facts = [
    formatBytes(bytes),
    text.passages(chunks),
    used === null ? text.neverUsed : text.used(localDate(used)),
    text.changed(localDate(changed)),
  ];
  return facts.join(' · ');
}

/** `plan: pro, team; trial: false`. */
function inWords(requires: NonNullable<DocumentResource['requires']>): string {
  return Object.entries(requires)
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
    .join('; ');
}

function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:/i.test(url);
}
