import { useMemo } from 'preact/hooks';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { setAccent } from '../../shared/theme.ts';
import { useAccount } from '../account-context.ts';
import { useAction } from '../state/use-action.ts';
import { words } from '../text/words.ts';
import { AccentField } from './accent-field.tsx';
import { createBrandDraft, settingsOf } from './brand-draft.ts';
import { GreetingField } from './greeting-field.tsx';
import { LogoPanel } from './logo-panel.tsx';
import { Preview } from './preview.tsx';
import { StarterFields } from './starter-fields.tsx';

export function BrandSection() {
  const { client, brand } = useAccount();
  const draft = useMemo(() => createBrandDraft(brand.peek()), [brand]);
  const { busy, problem, run } = useAction();
  const save = async () => {
    const answer = await client.updateBrand(settingsOf(draft));
    brand.value = answer.brand;
    draft.starters.value = answer.brand.starters;
    if (answer.brand.accent === null) document.documentElement.style.removeProperty('--brand');
    else setAccent(answer.brand.accent);
    toast(words.saved);
  };
  return (
    <>
      <p class="note">{words.brand.note}</p>
      <LogoPanel />
      <form
        class="brand-form"
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <AccentField accent={draft.accent} />
        <GreetingField greeting={draft.greeting} />
        <StarterFields starters={draft.starters} />
        <Problem text={problem.value} />
        <div>
          <button type="submit" class="button primary" disabled={busy.value}>
            {words.save}
          </button>
        </div>
      </form>
      <Panel title={words.brand.preview}>
        <div class="previews">
          <Preview draft={draft} theme="light" />
          <Preview draft={draft} theme="dark" />
        </div>
      </Panel>
    </>
  );
}
