import { CopyBlock } from '../../shared/components/copy-block.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { useAccount } from '../account-context.ts';
import { laterWords } from '../text/words.ts';
import { CheckForm } from './check-form.tsx';
import { OriginsForm } from './origins-form.tsx';

export function EmbeddingSection() {
  const { embedding } = useAccount();
  const { snippet, pinned_snippet: pinned, frame_url: frameUrl, needed_policy: policy } = embedding.value;
  const { embedding: text } = laterWords();
  return (
    <>
      <p class="note">{text.note}</p>
      <OriginsForm />
      <Panel title={text.snippet} note={text.snippetHelp}>
        <CopyBlock label={text.snippet} value={snippet} />
        {pinned !== null && (
          <>
            <p>{text.pinnedHelp}</p>
            <CopyBlock label={text.pinned} value={pinned} />
          </>
        )}
      </Panel>
      <Panel title={text.headers} note={text.headersHelp}>
        <CopyBlock label={text.headers} value={formatPolicy(policy)} />
      </Panel>
      <Panel title={text.frame} note={text.frameHelp}>
        <CopyBlock label={text.frame} value={frameUrl} />
      </Panel>
      <CheckForm />
    </>
  );
}

function formatPolicy(policy: Readonly<Record<string, string>>): string {
  const directives = Object.entries(policy).map(([name, source]) => `${name} ${source}`);
  return `Content-Security-Policy: ${directives.join('; ')}`;
}
