import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackChromium } from './unpack-chromium.ts';

/** A Chromium that `playwright-core` can start: `chromium.launch({ executablePath, env })`. */
export interface Browser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly source: string;
}

/** What Playwright disables itself, since Chromium takes only the last list of features; and two pages. */
const disabledFeatures = [
  // The suggestions below the address bar: Chromium loads them for each window, at more cost than a page under test.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** For a browser of tests, which runs in containers without user namespaces for a sandbox. */
export const browserArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  `--disable-features=${disabledFeatures.join()}`,
];

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * The browser of the machine: CHROME_PATH, or else Chromium or Chrome in the usual places, or else the one from npm.
 * Rejects when there is none, because no test may be left out for lack of a browser.
 */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const chosen = env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (!isExecutable(chosen)) throw new Error(`CHROME_PATH is ${chosen}, which cannot be executed`);
    return { executablePath: chosen, env, source: 'CHROME_PATH' };
  }
  const installed = findInstalled(env['PATH'] ?? '');
  if (installed !== undefined) return { executablePath: installed, env, source: installed };
  if (process.platform === 'linux' && process.arch === 'x64') return useNpmBrowser(env);
  throw new Error('No browser found: install Chromium or Google Chrome, or set CHROME_PATH to one');
}

function findInstalled(searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  const candidates = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...candidates, ...applications].find(isExecutable);
}

/** The browser from npm, never with the arguments of its package, which disable web security. */
export async function useNpmBrowser(env: NodeJS.ProcessEnv): Promise<Browser> {
  const { executablePath, libraries, fontsConfig } = await unpackChromium();
  return {
    executablePath,
    env: {
      ...env,
      LD_LIBRARY_PATH: [libraries, env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter),
      FONTCONFIG_FILE: fontsConfig,
    },
    source: 'the npm package @sparticuz/chromium',
  };
}

function isExecutable(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
