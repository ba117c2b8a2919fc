import { useSignal } from '@preact/signals';
import type { Tool, ToolTried } from '#contract/tools/tools.ts';
import { TextArea, TextInput } from '../../shared/components/inputs.tsx';
import { formatBytes, formatNumber } from '../../shared/text/format.ts';
import { Badge } from '../components/badge.tsx';
import { ActionDialog } from '../dialogs/action-dialog.tsx';
import { useAdministration } from '../state/administration.ts';
import type { ToolProps, ToolWords } from './tools-props.ts';
import { withToolWords, wordsForCode } from './words-for-tool.ts';

interface TryDialogProps extends ToolProps {
  readonly approval: NonNullable<Tool['approval']>;
  readonly onClose: () => void;
}

/** One call by hand, and what a model would be told. */
export function TryDialog({ call, text, server, tool, approval, password, onClose }: TryDialogProps) {
  const { api } = useAdministration();
  const written = useSignal(JSON.stringify(exampleOf(approval.input_schema), null, 2));
  const secret = useSignal('');
  const tried = useSignal<ToolTried | null>(null);
  const input = parsed(written.value);
  const needsPassword = password !== null && approval.effect === 'write';
  const run = async () => {
    if (input === null) return;
    const params = { server: server.id, tool: tool.name };
    const body = { arguments: input, ...(needsPassword && { password: secret.peek() }) };
    tried.value = await withToolWords(text, () => api.send(call('callTool', { params, body })));
  };
  return (
    <ActionDialog
      title={text.tryTitle(tool.name)}
      confirm={text.tryIt}
      danger={approval.effect === 'write'}
      ready={input !== null && (!needsPassword || secret.value !== '')}
      keepOpen
      onConfirm={run}
      onClose={onClose}
    >
      <div class="stack">
        <p>{text.tryBody[approval.effect]}</p>
        <TextArea label={text.arguments} value={written} rows={6} />
        {input === null && <p class="field-problem">{text.noJson}</p>}
        {needsPassword && (
          <TextInput label={password} type="password" required maxLength={200} value={secret} />
        )}
        <div aria-live="polite">{tried.value !== null && <Tried tried={tried.value} text={text} />}</div>
      </div>
    </ActionDialog>
  );
}

function Tried({ tried, text }: { readonly tried: ToolTried; readonly text: ToolWords }) {
  const { outcome, bytes, duration_ms: ms, error_code: code } = tried;
  const why = code === null ? '' : wordsForCode(code, text);
  return (
    <>
      <p class="item-name">
        <Badge tone={outcome === 'result' ? 'accent' : 'danger'}>{text.outcomes[outcome]}</Badge>
        <span class="note">
          {[text.milliseconds(formatNumber(ms)), formatBytes(bytes), why].filter(Boolean).join(' · ')}
        </span>
      </p>
      <p class="guidance-text" dir="auto">
        {tried.text}
      </p>
    </>
  );
}

/** Names to fill in. */
function exampleOf(schema: Readonly<Record<string, unknown>>): object {
  const { properties } = schema;
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return Object.fromEntries(names.map((name) => [name, '']));
}

/** Null for anything but a JSON object. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
