import { toast } from './components/toast.tsx';
import { text } from './text/text.ts';

export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    toast(text.copied);
    return true;
  } catch {
    toast(text.copyFailed);
    return false;
  }
}
