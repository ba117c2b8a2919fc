import { useMemo } from 'preact/hooks';
import { brandDensities, brandFonts, brandRadii } from '#contract/brand/look.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords, words } from '../text/words.ts';
import { AccentField } from './accent-field.tsx';
import { createBrandDraft, settingsOf } from './brand-draft.ts';
import { LineField } from './line-field.tsx';
import { LogoPanel } from './logo-panel.tsx';
import { LookField } from './look-field.tsx';
import { NoticeField } from './notice-field.tsx';
import { Preview } from './preview.tsx';
import { StarterFields } from './starter-fields.tsx';

export function BrandSection() {
  const { client, brand, embedding, data } = useAccount();
  const draft = useMemo(() => createBrandDraft(brand.peek()), [brand]);
  const { busy, problem, run } = useAction();
  const save = async () => {
    const answer = await client.send(call('updateBrand', { body: settingsOf(draft) }));
    brand.value = answer.brand;
    draft.starters.value = answer.brand.starters;
    draft.aiNotice.value = answer.brand.ai_notice;
    showLook();
    // The snippet contains the colour.
    embedding.value = await client.send(call('getEmbedding', {}));
    toast(words().saved);
  };
  return (
    <>
      <p class="note">{laterWords().brand.note}</p>
      <LogoPanel />
      <form
        class="brand-form"
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <LineField
          value={draft.assistantName}
          label={laterWords().brand.assistantName}
          help={laterWords().brand.assistantNameHelp}
          placeholder={data.tenant.name}
          maxLength={60}
        />
        <AccentField accent={draft.accent} />
        <div class="look-fields">
          <LookField
            value={draft.radius}
            values={brandRadii}
            label={laterWords().brand.radius}
            names={laterWords().brand.radii}
          />
          <LookField
            value={draft.font}
            values={brandFonts}
            label={laterWords().brand.font}
            names={laterWords().brand.fonts}
          />
          <LookField
            value={draft.density}
            values={brandDensities}
            label={laterWords().brand.density}
            names={laterWords().brand.densities}
          />
        </div>
        <LineField
          value={draft.greeting}
          label={laterWords().brand.greeting}
          help={laterWords().brand.greetingHelp}
          placeholder={laterWords().brand.greetingDefault}
          maxLength={200}
        />
        <StarterFields starters={draft.starters} />
        <NoticeField notice={draft.aiNotice} />
        <Problem text={problem.value} />
        <div>
          <button type="submit" class="button primary" disabled={busy.value}>
            {words().save}
          </button>
        </div>
      </form>
      <Panel title={laterWords().brand.preview}>
        <div class="previews">
          <Preview draft={draft} theme="light" />
          <Preview draft={draft} theme="dark" />
        </div>
      </Panel>
    </>
  );
}

/** Reloads the style sheet of the brand, which the whole page follows. */
function showLook(): void {
  const link = document.querySelector<HTMLLinkElement>('link[href^="/brand/theme.css"]');
  if (link !== null) link.href = `/brand/theme.css?v=${Date.now()}`;
}
