import { noFacts } from '#contract/embedding/finding-facts.ts';
import type { EmbeddingFinding } from '#contract/hosted.ts';
import { wordsForAttempt } from '../../administration/webhooks/words-for-attempt.ts';
import { CopyBlock } from '../../shared/components/copy-block.tsx';
import { laterWords } from '../text/words.ts';

/** What a check found out about a page, one after the other. */
export function Findings({ findings }: { readonly findings: readonly EmbeddingFinding[] }) {
  const isGood = findings.every(({ ok }) => ok);
  const { embedding: text } = laterWords();
  return (
    <>
      <p>{isGood ? text.allGood : text.found}</p>
      <ul class="findings">
        {findings.map((finding) => (
          <li key={finding.code}>
            <Verdict finding={finding} />
            <div>
              {wordsFor(finding)}
              <Command finding={finding} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Verdict({ finding: { ok, untried } }: { readonly finding: EmbeddingFinding }) {
  const { embedding: text } = laterWords();
  if (untried) return <span class="badge">{text.untried}</span>;
  return <span class={ok ? 'badge accent' : 'badge danger'}>{ok ? text.fine : text.missing}</span>;
}

function Command({ finding: { values: { command } = {} } }: { readonly finding: EmbeddingFinding }) {
  return command === undefined ? null : <CopyBlock label={laterWords().embedding.check} value={command} />;
}

/** A service of another version may find what this page has no words for. */
function wordsFor({ reason, values = {}, detail }: EmbeddingFinding): string {
  const { findings } = laterWords();
  const error = values.error === undefined ? '' : wordsForAttempt(values.error, laterWords().webhooks);
  return Object.hasOwn(findings, reason) ? findings[reason]({ ...noFacts, ...values, error }) : detail;
}
