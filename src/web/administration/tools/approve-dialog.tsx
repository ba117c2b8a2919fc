import { type Signal, useSignal } from '@preact/signals';
import type { ToolEffect } from '#contract/closed-sets.ts';
import { languageNames, languages } from '#contract/languages/languages.ts';
import { limits } from '#contract/limits.ts';
import type { Tool } from '#contract/tools/tools.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { Check, Select, TextInput } from '../../shared/components/inputs.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { ActionDialog } from '../dialogs/action-dialog.tsx';
import { useAdministration } from '../state/administration.ts';
import type { ToolProps } from './tools-props.ts';
import { withToolWords } from './words-for-tool.ts';

interface ApproveDialogProps extends ToolProps {
  readonly offered: NonNullable<Tool['offered']>;
  readonly onClose: () => void;
}

const effects: readonly ToolEffect[] = ['read', 'write'];
const { min, max } = limits.toolTimeoutMs;
const secondsOfCall = [min / 1_000, max / 1_000] as const;

/** What is decided of a tool before a model is told of it. */
export function ApproveDialog(props: ApproveDialogProps) {
  const { call, text, server, tool, agents, offered, onToolChanged, onClose } = props;
  const { api } = useAdministration();
  const { name, approval } = tool;
  const effect = useSignal<ToolEffect>(approval?.effect ?? 'read');
  const idempotent = useSignal(approval?.idempotent ?? false);
  const confirm = useSignal(approval?.confirm ?? '');
  const labels = useSignal<Readonly<Record<string, string>>>(approval?.labels ?? {});
  const chosen = useSignal<ReadonlySet<string>>(new Set(approval?.agents ?? agents.map(({ slug }) => slug)));
  const seconds = useSignal(String((approval?.timeout_ms ?? 10_000) / 1_000));
  const writes = effect.value === 'write';
  const approve = async () => {
    const given = Object.entries(labels.peek()).filter(([, label]) => label.trim() !== '');
    const body = {
      offered_hash: tool.offered_hash ?? '',
      effect: effect.peek(),
      idempotent: idempotent.peek(),
      confirm: writes ? confirm.peek().trim() : null,
      labels: Object.fromEntries(given),
      agents: [...chosen.peek()],
      timeout_ms: Number(seconds.peek()) * 1_000,
    };
    const params = { server: server.id, tool: name };
    await withToolWords(text, () => api.send(call('approveTool', { params, body })));
    toast(text.wasApproved);
    await onToolChanged();
  };
  return (
    <ActionDialog
      title={text.approveTitle(name)}
      confirm={text.approve}
      onConfirm={approve}
      onClose={onClose}
    >
      <div class="stack">
        <p class="guidance-text" dir="auto">
          {offered.description}
        </p>
        <Choice
          legend={text.effect}
          options={effects.map((value) => ({ value, label: text.effects[value] }))}
          chosen={effect.value}
          onChoose={(value) => {
            effect.value = value;
          }}
        />
        <p class="note">{text.effectHelp[effect.value]}</p>
        {writes && (
          <>
            <TextInput label={text.confirm} value={confirm} required maxLength={300} />
            <p class="note">{text.confirmHelp}</p>
            <Check label={text.idempotent} help={text.idempotentHelp} value={idempotent} />
          </>
        )}
        <LabelField labels={labels} text={text} />
        <Agents {...props} chosen={chosen} />
        <TextInput label={text.timeout} value={seconds} type="number" range={secondsOfCall} required />
      </div>
    </ActionDialog>
  );
}

interface LabelFieldProps {
  readonly labels: Signal<Readonly<Record<string, string>>>;
  readonly text: ToolProps['text'];
}

/** What readers see while the tool runs, in one language at a time. */
function LabelField({ labels, text }: LabelFieldProps) {
  const own = languages.find((each) => each === document.documentElement.lang) ?? 'en';
  const language = useSignal(own);
  const now = labels.value;
  const isMissing = Object.values(now).every((label) => label.trim() === '');
  return (
    <fieldset class="field-group">
      <legend>{text.label}</legend>
      <Select
        label={text.labelLanguage}
        options={languages.map((each) => [each, `${languageNames[each]}${now[each] ? ' ✓' : ''}`])}
        value={language.value}
        onChange={(each) => {
          language.value = each;
        }}
      />
      <div class="field">
        <input
          type="text"
          dir="auto"
          lang={language.value}
          required={isMissing}
          maxLength={80}
          aria-label={text.label}
          value={now[language.value] ?? ''}
          onInput={(event) => {
            labels.value = { ...now, [language.value]: event.currentTarget.value };
          }}
        />
      </div>
      <p class="note">{text.labelHelp}</p>
    </fieldset>
  );
}

interface AgentsProps extends ToolProps {
  readonly chosen: Signal<ReadonlySet<string>>;
}

function Agents({ agents, text, chosen }: AgentsProps) {
  return (
    <fieldset class="checks">
      <legend>{text.agents}</legend>
      {agents.map(({ slug, name }) => (
        <label key={slug} class="check">
          <input
            type="checkbox"
            checked={chosen.value.has(slug)}
            onChange={({ currentTarget }) => {
              const others = [...chosen.value].filter((each) => each !== slug);
              chosen.value = new Set(currentTarget.checked ? [...others, slug] : others);
            }}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
