import type { ComponentChildren } from 'preact';
import type { Overview } from '#contract/console/screens.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { count } from '../components/format.ts';
import { addressOf } from '../state/route.ts';
import { words } from '../text/words.ts';
import { overviewWords as text } from './overview-words.ts';

/** One line for each thing that is wrong now, each with a link to the screen that shows more. */
export function Attention({ overview }: { readonly overview: Overview }) {
  const { processes, failing_providers: failing, lanes } = overview;
  const waiting = lanes.reduce((sum, { queued }) => sum + queued, 0);
  const isQuiet = failing.length === 0 && processes.workers > 0;
  if (isQuiet && overview.near_limit.length === 0) return <p class="all-well">{text.allWell}</p>;
  if (isQuiet) return null;
  return (
    <section class="attention" aria-label={text.attention}>
      <ul>
        {processes.workers === 0 && (
          <Line href={addressOf('live')} name={words.sectionNames.live} isBad={waiting > 0}>
            {processes.live === 0 ? text.noProcess : text.noWorker}
          </Line>
        )}
        {failing.map(({ provider, status, calls, failed }) => (
          <Line key={provider} href={addressOf('providers')} name={provider} isBad={status === 'unavailable'}>
            {status === 'unavailable' ? text.providerDown : text.providerDegraded}
            {calls > 0 && `, ${text.ofCalls(count(failed), count(calls))}`}
          </Line>
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly href: string;
  readonly name: string;
  readonly isBad: boolean;
  readonly children: ComponentChildren;
}

function Line({ href, name, isBad, children }: LineProps) {
  return (
    <li>
      <Badge tone={isBad ? 'danger' : 'warning'}>{name}</Badge>
      <a href={href}>{children}</a>
    </li>
  );
}
