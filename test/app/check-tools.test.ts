import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { checkTools } from '#app/doctor/check-tools.ts';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { RecordingProvider } from '#test/mock/recording-provider.ts';
import { StrictProvider } from '#test/mock/strict-provider.ts';
import { vendorAddress } from '#test/mock/vendors.ts';
import { runParley } from '../cli/run-parley.ts';

const calling = (name: string, given: Readonly<Record<string, unknown>>) => [
  { id: 'callAAAA1', name, arguments: given },
];
const right = calling('find_code', { color: 'blue' });

/** What doctor says of a model behind the wires of OpenAI, at this address. */
async function foundAt(origin: string, wire: 'chat' | 'responses' = 'chat', reference = 'openai/m') {
  const base = { OPENAI_BASE_URL: vendorAddress.openai(origin), OPENAI_WIRE: wire };
  const { status, detail } = await checkTools(readConfig(base), reference);
  return [status, detail];
}

describe('doctor --tools', () => {
  it('passes a model that calls a tool, and answers from its result', async () => {
    for (const [wire, name] of [
      ['chat', 'openai'],
      ['responses', 'openai-responses'],
    ] as const) {
      await using vendor = await new StrictProvider(name, right).listen();
      const found = await foundAt(vendor.origin, wire);
      assert.deepEqual(found, ['pass', 'calls a tool natively, and answers from its result']);
      assert.deepEqual(
        vendor.bodies.map((body) => body['tool_choice']),
        [undefined, 'none'],
      );
    }
  });

  it('fails a model that answers without a call, or calls something else', async () => {
    await using talking = await new RecordingProvider().listen();
    assert.deepEqual(await foundAt(talking.origin), [
      'fail',
      'was offered a tool, and answered without calling it',
    ]);
    for (const calls of [calling('find_door', { color: 'blue' }), calling('find_code', { color: 'red' })]) {
      await using vendor = await new StrictProvider('openai', calls).listen();
      assert.deepEqual(await foundAt(vendor.origin), [
        'fail',
        'called the tool with other arguments than it was asked to',
      ]);
    }
  });

  it('names what cannot be asked', async () => {
    const detailOf = async (reference: string) => (await checkTools(readConfig({}), reference)).detail;
    assert.equal(await detailOf('openai'), 'must be <provider>/<model>');
    assert.equal(await detailOf('openai/m'), 'the provider openai is not configured; there are: demo');
    assert.match(String((await foundAt('http://127.0.0.1:1'))[1]), /ECONNREFUSED/);
  });

  it('is a command of its own, which needs no database', async () => {
    const folder = makeFolder('parley-tools-');
    const check = (reference: string) =>
      runParley(['doctor', '--tools', reference, '--json'], { env: { PARLEY_DATA_DIR: folder }, folder });
    const passed = await check('demo/parley-docs');
    assert.deepEqual(
      [passed.code, passed.json().ok, passed.json().checks?.[0]?.name],
      [0, true, 'tools demo/parley-docs'],
    );
    const failed = await check('openai/m');
    assert.deepEqual([failed.code, failed.json().code], [1, 'checks_failed']);
    await rm(folder, { recursive: true });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A model that calls something else than it was asked to is found',
    file: 'src/app/doctor/check-tools.ts',
    replace: '  const isRight = call.name === tool.name && ',
    by: '  const isRight = call.name !== null || ',
  },
  {
    rule: 'doctor sends the result of a tool back',
    file: 'src/app/doctor/check-tools.ts',
    replace: 'messages: [...request.messages, step],',
    by: 'messages: request.messages,',
  },
  {
    rule: 'doctor wants an answer, and no second call',
    file: 'src/app/doctor/check-tools.ts',
    replace: "    toolChoice: 'none',\n",
    by: '',
  },
];
