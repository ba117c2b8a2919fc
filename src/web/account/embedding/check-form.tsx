import { useSignal } from '@preact/signals';
import type { EmbeddingFinding } from '#contract/hosted.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { Field } from '../../shared/components/field.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';
import { Findings } from './findings.tsx';

export function CheckForm() {
  const { client } = useAccount();
  const page = useSignal('');
  const policy = useSignal('');
  const endpoint = useSignal('');
  const findings = useSignal<readonly EmbeddingFinding[] | null>(null);
  const { busy, problem, run } = useAction();
  const { embedding: text } = laterWords();
  const check = async () => {
    const written = policy.value.trim();
    const path = endpoint.value.trim();
    const body = {
      page_url: page.value.trim(),
      ...(written === '' ? {} : { content_security_policy: withoutName(written) }),
      ...(path === '' ? {} : { token_endpoint: path }),
    };
    const answer = await client.send(call('checkEmbedding', { body }));
    findings.value = answer.findings;
  };
  return (
    <Panel title={text.check} note={text.checkHelp}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(check);
        }}
      >
        <Field label={text.pageUrl}>
          {(ids) => (
            <input
              {...ids}
              type="url"
              required
              placeholder="https://www.example.com/help"
              value={page.value}
              onInput={(event) => {
                page.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Field label={text.policy}>
          {(ids) => (
            <textarea
              {...ids}
              rows={2}
              spellcheck={false}
              value={policy.value}
              onInput={(event) => {
                policy.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Field label={text.endpoint}>
          {(ids) => (
            <input
              {...ids}
              type="text"
              spellcheck={false}
              autocapitalize="none"
              placeholder="/api/chat-token"
              value={endpoint.value}
              onInput={(event) => {
                endpoint.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Problem text={problem.value} />
        <div>
          <button type="submit" class="button" disabled={busy.value}>
            {text.run}
          </button>
        </div>
      </form>
      <div role="status">{findings.value && <Findings findings={findings.value} />}</div>
    </Panel>
  );
}

/** People who copy a header copy its name too. */
function withoutName(policy: string): string {
  return policy.replace(/^content-security-policy\s*:\s*/i, '');
}
