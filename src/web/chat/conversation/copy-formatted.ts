import { toast } from '../../shared/components/toast.tsx';
import { copyText } from '../../shared/copy-text.ts';
import { commonText } from '../../shared/text/common-text.ts';

/** Copies the text, and beside it its formatted form, for programs that take formatted text. */
export async function copyFormatted(text: string, shown: Element | null): Promise<boolean> {
  if (shown === null || !('ClipboardItem' in window)) return copyText(text);
  try {
    const parts = {
      'text/plain': asBlob(text, 'text/plain'),
      'text/html': asBlob(htmlOf(shown), 'text/html'),
    };
    await navigator.clipboard.write([new ClipboardItem(parts)]);
  } catch {
    return copyText(text);
  }
  toast(commonText.copied);
  return true;
}

function asBlob(text: string, type: string): Blob {
  return new Blob([text], { type });
}

/** Without the page's tools, and without names that mean something only on the page. */
function htmlOf(shown: Element): string {
  const copy = document.importNode(shown, true);
  for (const tool of copy.querySelectorAll('button, figcaption')) tool.remove();
  for (const node of copy.querySelectorAll('*')) {
    for (const { name } of [...node.attributes]) {
      if (!/^(?:href|start|value|scope|dir)$/.test(name)) node.removeAttribute(name);
    }
  }
  return copy.innerHTML;
}
