import type { ToolCall } from '#contract/tools/tools.ts';
import { localMoment } from '../../shared/dates.ts';
import { formatBytes, formatNumber } from '../../shared/text/format.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { PlainButton } from '../components/plain-button.tsx';
import { ListState } from '../components/read-state.tsx';
import { useAdministration } from '../state/administration.ts';
import { useAction } from '../state/use-action.ts';
import { useList } from '../state/use-list.ts';
import type { ServerProps, ToolWords } from './tools-props.ts';

const tones: Record<ToolCall['status'], Tone> = {
  pending: 'plain',
  confirmed: 'plain',
  declined: 'plain',
  expired: 'plain',
  open: 'plain',
  done: 'accent',
  failed: 'danger',
  unknown: 'warning',
};

/** The last calls of a server by answers, without what was asked and answered. */
export function ServerCalls({ server, call, text }: ServerProps) {
  const { pollSeconds, words } = useAdministration();
  const list = useList(
    call('listToolCalls', { params: { server: server.id } }),
    ({ id }) => id,
    pollSeconds === undefined ? {} : { everySeconds: pollSeconds },
  );
  const { run } = useAction();
  return (
    <section class="stack deliveries" aria-label={`${text.callsOf} ${server.name}`}>
      <ListState list={list} empty={text.noCalls} />
      <ul class="items">
        {list.items?.map((made) => (
          <li key={made.id} class="delivery">
            <p class="item-name">
              <code class="breaking">{made.tool}</code> <span dir="auto">{made.label}</span>{' '}
              <Badge tone={tones[made.status]}>{text.statuses[made.status]}</Badge>
            </p>
            <p class="note">
              {factsOf(made, text)} · <code class="breaking">{made.id}</code>
            </p>
          </li>
        ))}
      </ul>
      <div class="row-actions">
        <PlainButton label={words().refresh} disabled={list.busy} onClick={() => void run(list.refresh)} />
      </div>
    </section>
  );
}

function factsOf({ created_at: at, bytes, duration_ms: ms }: ToolCall, text: ToolWords): string {
  const facts = [
    localMoment(at),
    ms === null ? '' : text.milliseconds(formatNumber(ms)),
    bytes === null ? '' : formatBytes(bytes),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}
