import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { contrast, parseColor, readableRatio } from '#contract/brand/contrast.ts';
import { lookProperties } from '#contract/brand/look.ts';
import { useAccount } from '../account-context.ts';
import { laterWords, words } from '../text/words.ts';
import { type BrandDraft, lookOf } from './brand-draft.ts';
import { formatRatio, pixelOf } from './pixel.ts';

interface PreviewProps {
  readonly draft: BrandDraft;
  readonly theme: 'light' | 'dark';
}

/** A preview of the chat in one theme, with the values of the form and the contrast of its colour as text. */
export function Preview({ draft, theme }: PreviewProps) {
  const { data, brand } = useAccount();
  const frame = useRef<HTMLDivElement>(null);
  const sample = useRef<HTMLSpanElement>(null);
  const measured = useSignal({ ratio: 0, isForced: false });
  const shown = useRef<readonly string[]>([]);
  useSignalEffect(() => {
    const properties = lookProperties(lookOf(draft), theme);
    if (frame.current === null || sample.current === null) return;
    const { style } = frame.current;
    for (const name of shown.current) style.removeProperty(name);
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    shown.current = Object.keys(properties);
    const paper = pixelOf(getComputedStyle(frame.current).backgroundColor);
    const accent = draft.accent.value;
    measured.value = {
      ratio: contrast(pixelOf(getComputedStyle(sample.current).color), paper),
      isForced: accent !== null && contrast(parseColor(accent), paper) < readableRatio,
    };
  });
  const { previewLink, previewSend, greetingDefault } = laterWords().brand;
  const { ratio, isForced } = measured.value;
  return (
    <div>
      <div ref={frame} class={`preview ${theme}`}>
        <p class="preview-name" dir="auto">
          {brand.value.has_logo && <img src={brand.value.logo_url} alt="" />}
          {draft.assistantName.value.trim() || data.tenant.name}
        </p>
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
        {laterWords().brand.ratio(words().themes[theme], formatRatio(ratio))}{' '}
        {isForced && laterWords().brand.forced}
      </p>
    </div>
  );
}
