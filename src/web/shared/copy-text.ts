import { toast } from './components/toast.tsx';
import { commonText } from './text/common-text.ts';

export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    toast(commonText.copied);
    return true;
  } catch {
    toast(commonText.copyFailed);
    return false;
  }
}
