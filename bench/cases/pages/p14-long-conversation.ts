import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type MockProvider, startMockProvider } from '../../../test/support/mock/mock-provider.ts';
import type { BenchCase, Effort, Finding } from '../../case.ts';
import { type Parley, parleyEnvironment, startParley } from '../../contenders/parley.ts';
import { ChatTab, EMAIL, PASSWORD, startBrowser } from '../../support/chat-tab.ts';
import { answerPieces, conversationTexts } from '../../support/chat-texts.ts';
import { fillChat } from '../../support/fill-chats.ts';
import { ROOT } from '../../support/program.ts';

const MESSAGES = 1_000;
const KEYS = 30;
const KEY_PACE_MS = 100;
const ANSWER_CHARACTERS = 100_000;
const SLOWDOWN = 4;
/** Conversations that are opened in turn, over and over, and after how many openings the memory is compared. */
const OTHERS = 10;
const OPENINGS = [10, 70] as const;

interface Round {
  readonly emptyKeyMs: number;
  readonly openSeconds: number;
  readonly keyMs: number;
  readonly streamingMs: number;
  readonly streamingKeyMs: number;
  readonly answerSeconds: number;
  readonly longestTaskMs: number;
}

export const p14: BenchCase = {
  id: 'p14',
  title: 'The chat page with a conversation of 1,000 messages: CPU time of its main thread in Chromium',
  async run(effort) {
    await using mock = await startMockProvider({ keepCalls: false });
    const provider = { origin: new URL(mock.baseUrl).origin };
    await using parley = await startParley(provider);
    await addUser(parley, provider);
    const { url } = parley.postgres;
    const count = Math.ceil(MESSAGES * effort.scale);
    for (let nth = 0; nth < OTHERS; nth += 1)
      await fillChat(url, EMAIL, `Other ${nth}`, conversationTexts(100));
    const port = Number(new URL(parley.client.origin).port);
    await using browser = disposable(await startBrowser());
    const rounds: Round[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      // One of its own, because each round adds turns to it.
      const title = `The long one of round ${round}`;
      await fillChat(url, EMAIL, title, conversationTexts(count));
      await using tab = await ChatTab.open(browser.it, port);
      rounds.push(await measureRound(tab, mock, title, count, effort));
    }
    const memory = await measureMemory(browser.it, port);
    return { findings: [...findingsOf(rounds), memoryFinding(memory)], raw: { rounds, memory } };
  },
};

async function measureRound(
  tab: ChatTab,
  mock: MockProvider,
  title: string,
  count: number,
  effort: Effort,
): Promise<Round> {
  const keys = Math.ceil(KEYS * Math.max(effort.scale, 0.3));
  const emptyKeyMs = await typeKeys(tab, keys);
  await tab.message.fill('');
  const openSeconds = await openLongOne(tab, title, count);
  // Searching in the page loads everything.
  await tab.page.keyboard.press('Control+f');
  await tab.until(`document.querySelectorAll('.turn').length === ${count / 2}`);
  await delay(1_000);
  const keyMs = await typeKeys(tab, keys);
  const slow = Array.from({ length: 4_000 }, (_, nth) =>
    nth % 12 === 11 ? `word${nth}.\n\n` : `word${nth} `,
  );
  mock.enqueue({ texts: slow, paceMs: 20 });
  await tab.ask('A slow answer');
  await tab.until(`document.querySelector('.log').lastElementChild.textContent.includes('word50')`);
  const streaming = await tab.cpuOf(() => delay(keys * KEY_PACE_MS));
  const typing = (await typeKeys(tab, keys)) * keys;
  await tab.page.getByRole('button', { name: 'Stop' }).click();
  await untilAnswered(tab);
  await tab.message.focus();
  const pieces = answerPieces(ANSWER_CHARACTERS * effort.scale, 1_000 * effort.scale);
  mock.enqueue({ texts: pieces, paceMs: 5 }, { texts: pieces, paceMs: 5 });
  const answerMs = await tab.cpuOf(() => askAndRead(tab, 'A large answer'));
  const longestTaskMs = await tab.longestTaskMs(SLOWDOWN, () => askAndRead(tab, 'The same, slowly'));
  return {
    emptyKeyMs,
    openSeconds,
    keyMs,
    streamingMs: streaming / (keys * KEY_PACE_MS * 0.001),
    streamingKeyMs: Math.max(0, typing - streaming) / keys,
    answerSeconds: answerMs / 1000,
    longestTaskMs,
  };
}

/** CPU time of a key, in milliseconds; the keys come at a steady pace. */
async function typeKeys(tab: ChatTab, keys: number): Promise<number> {
  await tab.message.focus();
  const spent = await tab.cpuOf(async () => {
    for (let key = 0; key < keys; key += 1) {
      const startedAt = performance.now();
      await tab.page.keyboard.press('a');
      await delay(Math.max(0, KEY_PACE_MS - (performance.now() - startedAt)));
    }
  });
  return spent / keys;
}

/** Seconds from the click on the conversation to the frame with its last answer. */
async function openLongOne(tab: ChatTab, title: string, count: number): Promise<number> {
  await tab.page.getByRole('link', { name: title, exact: true }).hover();
  const opened = tab.page.evaluate<number>(`new Promise((resolve) => {
    const log = document.querySelector('.log');
    addEventListener('click', ({ timeStamp }) => {
      const look = () => {
        if (!log.textContent.includes('number ${count - 1},')) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      };
      look();
    }, { once: true, capture: true });
  })`);
  await tab.page.getByRole('link', { name: title, exact: true }).click();
  return (await opened) / 1000;
}

async function askAndRead(tab: ChatTab, prompt: string): Promise<void> {
  await tab.ask(prompt);
  await delay(1_000);
  await untilAnswered(tab);
}

function untilAnswered(tab: ChatTab): Promise<void> {
  return tab.until(`document.querySelector('.send.stop') === null`);
}

/** Bytes of the heap after the first openings and after many more. */
async function measureMemory(browser: Browser, port: number): Promise<readonly number[]> {
  await using tab = await ChatTab.open(browser, port);
  const heap: number[] = [];
  for (let opening = 1; opening <= OPENINGS[1]; opening += 1) {
    const title = `Other ${opening % OTHERS}`;
    await tab.page.getByRole('link', { name: title, exact: true }).click();
    await tab.until(
      `document.querySelector('h1')?.textContent === '${title}' && document.querySelector('.turn')`,
    );
    if (OPENINGS.some((count) => count === opening)) heap.push(await tab.heapBytes());
  }
  return heap;
}

function findingsOf(rounds: readonly Round[]): readonly Finding[] {
  const finding = (what: string, unit: Finding['unit'], name: keyof Round, atMost?: number): Finding => ({
    case: 'p14',
    what,
    unit,
    values: rounds.map((round) => round[name]),
    goal: atMost === undefined ? null : { atMost },
  });
  return [
    finding('CPU per key', 'ms', 'keyMs', 8),
    finding('CPU per key while an answer streams, beside the answer’s', 'ms', 'streamingKeyMs', 16),
    finding('CPU of an answer of 100 kB in 1,000 pieces, 200 a second', 's', 'answerSeconds', 3.5),
    finding('the longest task of such an answer at a quarter of the speed', 'ms', 'longestTaskMs', 100),
    finding('from the click to the last answer of the conversation', 's', 'openSeconds', 0.5),
    finding('CPU per key in an empty chat', 'ms', 'emptyKeyMs'),
    finding('CPU per second of an answer of 50 pieces a second', 'ms', 'streamingMs'),
  ];
}

function memoryFinding([first = Number.NaN, last = Number.NaN]: readonly number[]): Finding {
  const what = `heap after ${OPENINGS[1]} openings of conversations / after ${OPENINGS[0]}`;
  return { case: 'p14', what, unit: '×', values: [last / first], goal: { atMost: 1.1 } };
}

async function addUser(parley: Parley, provider: { readonly origin: string }): Promise<void> {
  const port = Number(new URL(parley.client.origin).port);
  const child = spawn(
    process.execPath,
    ['bin/parley.js', 'user', 'create', 'bench', EMAIL, '--password-stdin'],
    {
      cwd: ROOT,
      env: parleyEnvironment(provider.origin, parley.dataFolder, port),
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  );
  child.stdin.end(PASSWORD);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the user was not added');
}

function disposable(it: Browser): AsyncDisposable & { readonly it: Browser } {
  return { it, [Symbol.asyncDispose]: () => it.close() };
}
