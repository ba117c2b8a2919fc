import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import type { BrandDraft } from './brand-draft.ts';
import { contrastOf, formatRatio, readableRatio } from './contrast.ts';

interface PreviewProps {
  readonly draft: BrandDraft;
  readonly theme: 'light' | 'dark';
}

/** A preview of the chat in one theme, with the values of the form and the contrast of its colour. */
export function Preview({ draft, theme }: PreviewProps) {
  const { tenant } = useAccount().data;
  const frame = useRef<HTMLDivElement>(null);
  const sample = useRef<HTMLSpanElement>(null);
  const contrast = useSignal({ ratio: 0, isForced: false });
  useSignalEffect(() => {
    const accent = draft.accent.value;
    if (frame.current === null || sample.current === null) return;
    if (accent === null) frame.current.style.removeProperty('--brand');
    else frame.current.style.setProperty('--brand', accent);
    const paper = getComputedStyle(frame.current).backgroundColor;
    const ratio = contrastOf(getComputedStyle(sample.current).color, paper);
    contrast.value = { ratio, isForced: accent !== null && contrastOf(accent, paper) < readableRatio };
  });
  const { previewLight, previewDark, previewLink, previewSend, greetingDefault } = words.brand;
  const { ratio, isForced } = contrast.value;
  return (
    <div>
      <div ref={frame} class={`preview ${theme}`}>
        <p class="preview-name">{tenant.name}</p>
        <p class="preview-greeting" dir="auto">
          {draft.greeting.value.trim() || greetingDefault}
        </p>
        {draft.starters.value
          .filter((starter) => starter.trim() !== '')
          .map((starter) => (
            <p key={starter} class="preview-starter" dir="auto">
              {starter}
            </p>
          ))}
        <p class="preview-controls">
          <span ref={sample} class="preview-link">
            {previewLink}
          </span>
          <span class="preview-send">{previewSend}</span>
        </p>
      </div>
      <p class="note">
        {words.brand.ratio(theme === 'light' ? previewLight : previewDark, formatRatio(ratio))}{' '}
        {isForced && words.brand.forced}
      </p>
    </div>
  );
}
