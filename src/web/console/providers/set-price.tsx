import { useSignal } from '@preact/signals';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { Check, TextInput } from '../../shared/components/inputs.tsx';
import { dayBefore } from '../components/format.ts';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { type FormWords, inWordsOf } from '../state/in-words-of.ts';
import { providerWords } from './provider-words.ts';

const text = providerWords.prices;

const formWords: FormWords = {
  labels: {
    '/model': text.model,
    '/from_day': text.from,
    '/currency': text.currency,
    '/input': text.input,
    '/output': text.output,
    '/cache_read': text.cacheRead,
    '/cache_write': text.cacheWrite,
    '/reason': text.reason,
  },
  mistakes: { '/amend required': text.hasBegun },
};

interface SetPriceProps {
  readonly models: readonly string[];
  /** The one of the prices that exist; null before the first. */
  readonly currency: string | null;
  readonly onSet: () => Promise<void>;
  readonly onClose: () => void;
}

export function SetPrice({ models, currency, onSet, onClose }: SetPriceProps) {
  const { api } = useConsole();
  const [model, from] = [useSignal(models[0] ?? ''), useSignal(dayBefore(-1))];
  const [input, output] = [useSignal(''), useSignal('')];
  const [cacheRead, cacheWrite] = [useSignal(''), useSignal('')];
  const unit = useSignal(currency ?? '');
  const [amend, reason] = [useSignal(false), useSignal('')];
  const set = async () => {
    const body = {
      model: model.value.trim(),
      from_day: from.value.trim(),
      currency: unit.value.trim().toUpperCase(),
      input: input.value.trim(),
      output: output.value.trim(),
      cache_read: cacheRead.value.trim() || null,
      cache_write: cacheWrite.value.trim() || null,
      ...(amend.value && { amend: true, reason: reason.value }),
    };
    await inWordsOf(formWords, () => api.send(call('setPrice', { body })));
    await onSet();
  };
  return (
    <ActionDialog title={text.set} confirm={text.confirm} onConfirm={set} onClose={onClose}>
      <TextInput label={text.model} value={model} required maxLength={200} />
      <p class="note">{text.modelHelp(models)}</p>
      <div class="form-row">
        <TextInput label={text.from} value={from} required maxLength={10} />
        <TextInput label={text.currency} value={unit} required maxLength={3} />
      </div>
      <div class="form-row">
        <TextInput label={text.input} value={input} required maxLength={19} />
        <TextInput label={text.output} value={output} required maxLength={19} />
      </div>
      <div class="form-row">
        <TextInput label={text.cacheRead} value={cacheRead} maxLength={19} />
        <TextInput label={text.cacheWrite} value={cacheWrite} maxLength={19} />
      </div>
      <p class="note">{text.moneyHelp}</p>
      <Check label={text.amend} help={text.amendHelp} value={amend} />
      {amend.value && <TextInput label={text.reason} value={reason} required maxLength={100} />}
    </ActionDialog>
  );
}
