import { useSignal } from '@preact/signals';
import type { ToolServer } from '#contract/tools.ts';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { Badge } from '../components/badge.tsx';
import { PlainButton } from '../components/plain-button.tsx';
import { AskButton } from '../dialogs/ask-button.tsx';
import { useAdministration } from '../state/administration.ts';
import { useAction } from '../state/use-action.ts';
import { ServerTools } from './server-tools.tsx';
import type { ServerProps, ToolWords } from './tools-props.ts';

export function ServerItem(props: ServerProps) {
  const { server, text, mayChange } = props;
  const isOpen = useSignal(false);
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
        <PlainButton
          label={isOpen.value ? text.hideTools : text.showTools}
          about={server.name}
          expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        />
      </div>
      {/* Read again when the server has said what it offers. */}
      {isOpen.value && <ServerTools key={server.refreshed_at} {...props} />}
    </li>
  );
}

function factsOf(server: ToolServer, text: ToolWords): string {
  const { refreshed_at: at, refresh_error_code: code, disabled_reason: reason } = server;
  const { previous_secret_until: until } = server;
  const facts = [
    at === null ? text.neverRefreshed : text.refreshed(localDate(at)),
    code === null ? '' : text.refreshFailed(code),
    reason === null ? '' : reason === 'gone' ? text.gone : text.failing,
    until === null ? '' : text.previousSecret(localDate(until)),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

function ServerActions({ server, call, text, onChanged, onSecret }: ServerProps) {
  const { api } = useAdministration();
  const { busy, problem, run } = useAction();
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
    <>
      <PlainButton
        label={text.refresh}
        about={name}
        disabled={busy.value}
        onClick={() => void run(refresh)}
      />
      {enabled ? (
        <AskButton label={text.disable} about={name} title={text.disableTitle} onConfirm={toggle}>
          <p>{text.disableBody}</p>
        </AskButton>
      ) : (
        <PlainButton
          label={text.enable}
          about={name}
          disabled={busy.value}
          onClick={() => void run(toggle)}
        />
      )}
      <AskButton label={text.rotate} about={name} title={text.rotateTitle} onConfirm={rotate}>
        <p>{text.rotateBody}</p>
      </AskButton>
      <AskButton label={text.remove} about={name} title={text.removeTitle} danger onConfirm={remove}>
        <p>{text.removeBody}</p>
      </AskButton>
      <Problem text={problem.value} />
    </>
  );
}
