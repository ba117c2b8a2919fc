import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { IconButton } from '../../shared/components/icon-button.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { text } from '../../shared/text/text.ts';
import { CheckIcon, CopyIcon } from '../tool-icons.tsx';
import { copyFormatted } from './copy-formatted.ts';

/** How long the button says that it has copied. */
const saysMs = 2_000;

export function CopyButton({ content }: { readonly content: string }) {
  const copied = useSignal(false);
  const isCopied = copied.value;
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => {
      copied.value = false;
    }, saysMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (button: Element) => {
    const shown = button.closest('article')?.querySelector('.markdown') ?? null;
    copied.value = await copyFormatted(content, shown);
  };
  return (
    <IconButton
      label={isCopied ? text.copied : laterText.actions.copy}
      onClick={({ currentTarget }) => void copy(currentTarget)}
    >
      {isCopied ? <CheckIcon /> : <CopyIcon />}
    </IconButton>
  );
}
