import { equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { RequestFailed } from '#client/request-failed.ts';
import type { ErrorCode, FieldError } from '#contract/errors.ts';
import { tools as english } from '#locales/en/account/tools.ts';
import type { Break } from '#test/break.ts';
import { withToolWords, wordsForCode } from '../../../src/web/administration/tools/words-for-tool.ts';

function refused(code: ErrorCode, ...errors: FieldError[]): RequestFailed {
  const facts = { ok: false, type: 'about:blank', title: 'T', detail: 'D', request_id: 'r' } as const;
  return new RequestFailed({ ...facts, status: 422, code, retryable: false, errors }, 422, null);
}

const field = (pointer: string): FieldError => ({ pointer, code: 'invalid', detail: 'in English' });

async function wordsFor(error: RequestFailed): Promise<string> {
  try {
    return await withToolWords(english, () => Promise.reject(error));
  } catch (failure) {
    return failure instanceof Error ? failure.message : '';
  }
}

test('what a tool is refused for is said in the words of the screen, by code and field', async () => {
  const { refusals, nameTaken } = english;
  equal(await wordsFor(refused('already_exists')), nameTaken);
  equal(await wordsFor(refused('too_many_tools')), refusals.too_many_tools);
  equal(await wordsFor(refused('validation_error', field('/confirm'))), refusals.question);
  equal(
    await wordsFor(refused('validation_error', field('/arguments/order/id'))),
    'order/id: this does not fit the tool.',
  );
});

test('what can happen to any form is left to the page', async () => {
  for (const error of [
    refused('tool_not_found'),
    refused('validation_error', field('/password')),
    refused('validation_error'),
  ]) {
    await rejects(
      withToolWords(english, () => Promise.reject(error)),
      (failure) => failure === error,
    );
  }
});

test('why a server gave no result is said in the words of the screen, and otherwise as the system calls it', () => {
  equal(wordsForCode('unsupported_version', english), 'it does not speak MCP 2026-07-28');
  equal(wordsForCode('http_404', english), 'HTTP 404');
  equal(wordsForCode('ECONNREFUSED', english), 'ECONNREFUSED');
  equal(wordsForCode('constructor', english), 'constructor');
});

export const breaks: readonly Break[] = [
  {
    rule: 'An argument that does not fit is named in the words of the screen',
    file: 'src/web/administration/tools/words-for-tool.ts',
    replace: 'if (argument !== undefined) return refusals.argument(argument);',
    by: '',
  },
  {
    rule: 'A taken name of a tool server is not said to be that of a person',
    file: 'src/web/administration/tools/words-for-tool.ts',
    replace: `    case 'already_exists':
      return nameTaken;
`,
    by: '',
  },
  {
    rule: 'Why a tool server could not be read is said in the words of the screen',
    file: 'src/web/administration/tools/words-for-tool.ts',
    replace: '(Object.hasOwn(known, code) ? known[code] : undefined) ?? ',
    by: '',
  },
];
