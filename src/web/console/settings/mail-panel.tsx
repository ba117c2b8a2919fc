import { useSignal } from '@preact/signals';
import type { Static } from 'typebox';
import type { ConsoleSettings, MailTestAnswer } from '#contract/console/session.ts';
import { matchLanguage } from '#contract/languages/match-language.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { useMay, useSession } from '../state/use-session.ts';
import { settingsWords as text } from './settings-words.ts';

export function MailPanel({ mail }: Pick<ConsoleSettings, 'mail'>) {
  const { api } = useConsole();
  const { operator } = useSession();
  const may = useMay();
  const { busy, problem, run } = useAction();
  const to = useSignal(operator.email);
  const result = useSignal<Static<typeof MailTestAnswer> | null>(null);
  const send = async () => {
    result.value = null;
    const language = matchLanguage(navigator.languages);
    const body = { to: to.value.trim(), ...(language === null ? {} : { language }) };
    result.value = await api.send(call('testMail', { body }));
  };
  return (
    <Panel title={text.mail} note={text.mailNote(text.mailBy[mail.by], mail.from)}>
      {may('testMail') && (
        <form
          class="form-row"
          onSubmit={(event) => {
            event.preventDefault();
            void run(send);
          }}
        >
          <TextInput label={text.mailTo} type="email" value={to} required />
          <button type="submit" class="button" disabled={busy.value}>
            {text.mailSend}
          </button>
        </form>
      )}
      <Problem text={problem.value} />
      <div role="status">
        {result.value && (
          <p>
            {result.value.sent ? text.mailSent : text.mailFailed} {result.value.detail}
          </p>
        )}
      </div>
    </Panel>
  );
}
