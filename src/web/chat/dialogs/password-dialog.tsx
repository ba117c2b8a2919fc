import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { RequestFailed } from '#client/request-failed.ts';
import { passwordLength } from '#contract/limits.ts';
import { callSession } from '../../shared/api/call-session.ts';
import { Field } from '../../shared/components/field.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { useChat } from '../chat-context.ts';
import { DialogForm } from './dialog-form.tsx';

export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const chat = useChat();
  const password = useSignal('');
  const chosen = useSignal('');
  const hintId = useId();
  const words = laterText.password;
  const send = async () => {
    const body = { password: password.value, new_password: chosen.value };
    await chat.send(callSession('changeOwnPassword', { body }));
    toast(words.changed);
  };
  return (
    <DialogForm
      title={laterText.menu.password}
      action={laterText.save}
      send={send}
      explain={wordsForRefusal}
      onClose={onClose}
    >
      {/* A password manager learns from it whose password changes. */}
      <input type="text" hidden readOnly autocomplete="username" value={chat.data.user?.label} />
      <Field label={words.current}>
        {(ids) => (
          <input
            {...ids}
            type="password"
            required
            autocomplete="current-password"
            value={password.value}
            onInput={(event) => {
              password.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
      <Field label={words.chosen}>
        {(ids) => (
          <>
            <input
              {...ids}
              type="password"
              required
              autocomplete="new-password"
              aria-describedby={hintId}
              value={chosen.value}
              onInput={(event) => {
                chosen.value = event.currentTarget.value;
              }}
            />
            <p id={hintId}>{words.hint(passwordLength.min)}</p>
          </>
        )}
      </Field>
    </DialogForm>
  );
}

/** Why the service did not take the password; null where the reason is none of these. */
function wordsForRefusal(error: unknown): string | null {
  if (!(error instanceof RequestFailed)) return null;
  const { wrong, weak, length, wait } = laterText.password;
  if (error.code === 'too_many_attempts') return wait(Math.ceil((error.retryAfterSeconds ?? 60) / 60));
  const code = error.problem?.errors?.[0]?.code;
  if (code === 'wrong') return wrong;
  if (code === 'length') return length(passwordLength.min, passwordLength.max);
  return code === 'common' || code === 'repetitive' || code === 'personal' ? weak[code] : null;
}
