import { useSignal } from '@preact/signals';
import type { ToolServer } from '#contract/tools/tools.ts';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { Badge } from '../components/badge.tsx';
import { PlainButton } from '../components/plain-button.tsx';
import { ShowButton } from '../components/show-button.tsx';
import { EndpointActions } from '../endpoints/endpoint-actions.tsx';
import { useAdministration } from '../state/administration.ts';
import { ServerCalls } from './server-calls.tsx';
import { ServerTools } from './server-tools.tsx';
import type { ServerProps, ToolWords } from './tools-props.ts';
import { wordsForCode } from './words-for-tool.ts';

export function ServerItem(props: ServerProps) {
  const { server, text, mayChange } = props;
  const showsTools = useSignal(false);
  const showsCalls = useSignal(false);
  return (
    <li class="item">
      <p class="item-name">
        <span dir="auto">{server.name}</span> <code class="breaking">{server.url}</code>{' '}
        <Badge tone={server.enabled ? 'accent' : 'danger'}>
          {server.enabled ? text.enabled : text.disabled}
        </Badge>
        {server.refresh_error !== null && <Badge tone="warning">{text.unread}</Badge>}
      </p>
      <p class="note" dir="auto">
        {factsOf(server, text)}
      </p>
      <div class="row-actions">
        {mayChange && <ServerActions {...props} />}
        <ShowButton shown={showsTools} show={text.showTools} hide={text.hideTools} about={server.name} />
        <ShowButton shown={showsCalls} show={text.showCalls} hide={text.hideCalls} about={server.name} />
      </div>
      {/* Read again when the server has said what it offers. */}
      {showsTools.value && <ServerTools key={server.refreshed_at} {...props} />}
      {showsCalls.value && <ServerCalls {...props} />}
    </li>
  );
}

function factsOf(server: ToolServer, text: ToolWords): string {
  const { refreshed_at: at, refresh_error_code: code, disabled_reason: reason } = server;
  const { previous_secret_until: until } = server;
  const facts = [
    at === null ? text.neverRefreshed : text.refreshed(localDate(at)),
    code === null ? '' : text.refreshFailed(wordsForCode(code, text)),
    reason === null ? '' : reason === 'gone' ? text.gone : text.failing,
    until === null ? '' : text.previousSecret(localDate(until)),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

function ServerActions({ server, call, text, onChanged, onSecret }: ServerProps) {
  const { api } = useAdministration();
  const { name, enabled } = server;
  const params = { server: server.id };
  const refresh = async () => {
    const { refresh_error: failed } = await api.send(call('refreshToolServer', { params }));
    if (failed === null) toast(text.wasRefreshed);
    await onChanged();
  };
  const toggle = async () => {
    await api.send(
      enabled
        ? call('updateToolServer', { params, body: { enabled: false } })
        : call('enableToolServer', { params }),
    );
    await onChanged();
  };
  const rotate = async () => {
    onSecret((await api.send(call('rotateToolServerSecret', { params }))).secret);
  };
  const remove = async () => {
    await api.send(call('deleteToolServer', { params }));
    await onChanged();
  };
  return (
    <EndpointActions {...{ name, enabled, text, toggle, rotate, remove }}>
      {({ busy, run }) => (
        <PlainButton
          label={text.refresh}
          about={name}
          disabled={busy.value}
          onClick={() => void run(refresh)}
        />
      )}
    </EndpointActions>
  );
}
