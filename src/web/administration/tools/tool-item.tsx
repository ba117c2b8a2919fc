import type { Tool } from '#contract/tools/tools.ts';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { formatNumber } from '../../shared/text/format.ts';
import { Badge } from '../components/badge.tsx';
import { AskButton } from '../dialogs/ask-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { useAdministration } from '../state/administration.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { Definitions } from './definitions.tsx';
import type { ToolProps, ToolWords } from './tools-props.ts';
import { TryDialog } from './try-dialog.tsx';

export function ToolItem(props: ToolProps) {
  const { tool, text, mayChange } = props;
  const { name, exposed_name: exposed, approval, offered, changed, problem } = tool;
  return (
    <li class="item">
      <p class="item-name">
        <code class="breaking">{exposed}</code>{' '}
        <Badge tone={approval === null ? 'plain' : 'accent'}>
          {approval === null ? text.notApproved : text.approved}
        </Badge>
        {approval !== null && <Badge>{text.effects[approval.effect]}</Badge>}
        {changed && <Badge tone="warning">{text.changed}</Badge>}
        {offered === null && <Badge tone="warning">{text.notOffered}</Badge>}
      </p>
      <p class="note" dir="auto">
        {(approval ?? offered)?.description}
      </p>
      {approval !== null && <p class="note">{factsOf(approval, props)}</p>}
      {offered !== null && problem !== null && (
        <p class="field-problem">
          {text.cannot} <bdi lang="en">{problem}</bdi>
        </p>
      )}
      <Definitions tool={tool} text={text} />
      {mayChange && (
        <div class="row-actions">
          {offered !== null && problem === null && (
            <DialogButton
              label={text.approve}
              about={name}
              variant={approval === null ? 'small primary' : 'small'}
            >
              {(close) => <ApproveDialog {...props} offered={offered} onClose={close} />}
            </DialogButton>
          )}
          {approval !== null && (
            <>
              <DialogButton label={text.tryIt} about={name}>
                {(close) => <TryDialog {...props} approval={approval} onClose={close} />}
              </DialogButton>
              <Withdraw {...props} />
            </>
          )}
        </div>
      )}
    </li>
  );
}

function Withdraw({ call, text, server, tool: { name }, onToolChanged }: ToolProps) {
  const { api } = useAdministration();
  const withdraw = async () => {
    await api.send(call('withdrawTool', { params: { server: server.id, tool: name } }));
    toast(text.withdrawn);
    await onToolChanged();
  };
  return (
    <AskButton label={text.withdraw} about={name} title={text.withdrawTitle} danger onConfirm={withdraw}>
      {text.withdrawBody}
    </AskButton>
  );
}

function factsOf(approval: NonNullable<Tool['approval']>, { agents, text }: ToolProps): string {
  const { confirm, timeout_ms: ms, approved_at: at, agents: slugs } = approval;
  const names = slugs.map((slug) => agents.find((agent) => agent.slug === slug)?.name ?? slug);
  const facts = [
    confirm,
    names.length === 0 ? text.noAgents : names.join(', '),
    text.seconds(formatNumber(ms / 1_000)),
    approvedAt(at, text),
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}

function approvedAt(at: string, text: ToolWords): string {
  return text.approvedAt(localDate(at));
}
