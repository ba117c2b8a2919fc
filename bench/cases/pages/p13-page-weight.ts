import {
  largestCatalogue,
  launcherSizes,
  listFiles,
  readManifest,
  weightOf,
} from '../../../scripts/page-weight.ts';
import type { BenchCase, Finding } from '../../case.ts';

const ENTRY = 'src/web/chat/main.tsx';

export const p13: BenchCase = {
  id: 'p13',
  title: 'What a visitor downloads before the chat page and the launcher can be used, after brotli',
  run: async () => {
    const manifest = readManifest();
    const launcher = launcherSizes();
    if (manifest === null || launcher === null) throw new Error('build the pages first: npm run build');
    const words = largestCatalogue(manifest, ENTRY, 'locales/*/chat.ts');
    const page = weightOf([...listFiles(manifest, ENTRY, 'JavaScript'), ...words]);
    return {
      findings: [
        finding(
          'JavaScript of the first screen of the chat page, in the language with the most words',
          page,
          35,
        ),
        finding('the launcher', launcher.first, 4),
      ],
      raw: { page, launcher },
    };
  },
};

/** In units of 1,000 bytes. */
function finding(what: string, bytes: number, atMost: number): Finding {
  return { case: 'p13', what, unit: 'KB', values: [bytes / 1_000], goal: { atMost } };
}
