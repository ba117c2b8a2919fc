import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { logoUpload } from '#contract/endpoints/account-endpoints.ts';
import { ActionDialog } from '../../administration/dialogs/action-dialog.tsx';
import { useAction } from '../../administration/state/use-action.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords, words } from '../text/words.ts';

const largestBytes: (typeof logoUpload)['bytes'] = 2_097_152;

export function LogoPanel() {
  const { client, brand } = useAccount();
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const tooLarge = useSignal(false);
  const removing = useSignal(false);
  const { busy, problem, run } = useAction();
  const { has_logo: hasLogo, logo_url: logoUrl } = brand.value;
  const upload = async (file: File) => {
    const answer = await client.uploadLogo(file);
    brand.value = { ...answer.brand, logo_url: withVersion(answer.brand.logo_url) };
    toast(words().saved);
  };
  const choose = async () => {
    const file = input.current?.files?.[0];
    if (file === undefined) return;
    tooLarge.value = file.size > largestBytes;
    if (!tooLarge.value) await run(() => upload(file));
    if (input.current !== null) input.current.value = '';
  };
  const remove = async () => {
    const answer = await client.send(call('removeLogo', {}));
    brand.value = { ...answer.brand, logo_url: withVersion(answer.brand.logo_url) };
  };
  return (
    <Panel title={laterWords().brand.logo} note={laterWords().brand.logoHelp}>
      <div class="logo-tools">
        <img class="logo" src={logoUrl} alt="" />
        <label class="file-button" for={inputId}>
          {laterWords().brand.chooseLogo}
        </label>
        <input
          ref={input}
          id={inputId}
          class="visually-hidden"
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          disabled={busy.value}
          onChange={() => void choose()}
        />
        {hasLogo && (
          <button
            type="button"
            class="quiet-button"
            onClick={() => {
              removing.value = true;
            }}
          >
            {laterWords().brand.removeLogo}
          </button>
        )}
      </div>
      <Problem text={tooLarge.value ? laterWords().brand.tooLarge : problem.value} />
      {removing.value && (
        <ActionDialog
          title={`${laterWords().brand.removeLogo}?`}
          confirm={laterWords().brand.removeLogo}
          danger
          onConfirm={remove}
          onClose={() => {
            removing.value = false;
          }}
        >
          <p>{laterWords().brand.removeLogoBody}</p>
        </ActionDialog>
      )}
    </Panel>
  );
}

/** With the same URL the page would keep showing the old image. */
function withVersion(address: string): string {
  return `${address}?v=${Date.now()}`;
}
