import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolServer } from '#core/clients/tool-server.ts';
import { ToolCalls } from '#core/tools/call-tools.ts';
import type { ListedTools, ToolAnswer, ToolServerHealth, ToolServerPort } from '#core/tools/tool-client.ts';
import { WebhookSecrets } from '#core/webhooks/webhook-secrets.ts';
import type { Break } from '#test/break.ts';
import { requestAt, serverAt } from '#test/tools/callable-tool.ts';

const secrets = new WebhookSecrets('a master secret that is long enough', null);
const url = 'https://tools.example.com/';
const signed = { secret: { generation: 1, key: secrets.key } };
const result: ToolAnswer = { outcome: 'result', text: 'done', errorCode: null, bytes: 4 };
const unclear: ToolAnswer = { outcome: 'unclear', text: 'no answer', errorCode: 'timeout', bytes: 0 };
const empty: ListedTools = { tools: [], freshMs: null };

/** A server that answers as it is told, and what is noted of that. */
class Noted implements ToolServerPort, ToolServerHealth {
  asked = 0;
  readonly notes: string[] = [];
  readonly errors: unknown[] = [];
  isGone = false;
  answer: ToolAnswer = result;
  listed: ListedTools = empty;
  /** What storing a note throws. */
  broken: Error | null = null;
  readonly calls = new ToolCalls({
    servers: this,
    secrets,
    health: this,
    onDisabled: () => this.notes.push('disabled'),
    onError: (error) => this.errors.push(error),
  });

  async call(): Promise<ToolAnswer & { readonly isGone: boolean }> {
    this.asked += 1;
    return { ...this.answer, isGone: this.isGone };
  }

  async list(): Promise<ListedTools> {
    this.asked += 1;
    return this.listed;
  }

  async succeeded(): Promise<void> {
    this.#note('succeeded');
  }

  async failed(_server: unknown, isGone: boolean): Promise<boolean> {
    this.#note(isGone ? 'gone' : 'failed');
    return isGone;
  }

  #note(what: string): void {
    if (this.broken !== null) throw this.broken;
    this.notes.push(what);
  }
}

function requestOf(more: Partial<ToolServer> = {}) {
  const request = requestAt(url);
  return { ...request, tool: { ...request.tool, server: serverAt(url, { ...signed, ...more }) } };
}
const never = () => new AbortController().signal;

describe('How a tool server answers', () => {
  it('is stored where it has changed: a failure, and the first success after one', async () => {
    const noted = new Noted();
    await noted.calls.call(requestOf(), never());
    assert.deepEqual(noted.notes, []);
    await noted.calls.call(requestOf({ failures: 1 }), never());
    noted.answer = { ...result, outcome: 'error' };
    await noted.calls.call(requestOf({ failures: 1 }), never());
    for (const outcome of ['unclear', 'unreached'] as const) {
      noted.answer = { ...unclear, outcome };
      await noted.calls.call(requestOf(), never());
    }
    noted.isGone = true;
    await noted.calls.call(requestOf(), never());
    assert.deepEqual(noted.notes, ['succeeded', 'succeeded', 'failed', 'failed', 'gone', 'disabled']);
  });

  it('says nothing of it where the turn was stopped before it had answered', async () => {
    const noted = new Noted();
    noted.answer = unclear;
    assert.deepEqual(await noted.calls.call(requestOf(), AbortSignal.abort()), unclear);
    noted.answer = result;
    await noted.calls.call(requestOf({ failures: 1 }), AbortSignal.abort());
    assert.deepEqual(noted.notes, ['succeeded']);
  });

  it('is known although it cannot be stored', async () => {
    const noted = new Noted();
    noted.broken = new Error('the database is away');
    noted.answer = unclear;
    assert.deepEqual(await noted.calls.call(requestOf(), never()), unclear);
    assert.deepEqual(noted.errors, [noted.broken]);
  });

  it('counts when it is asked for its tools only where it says that it is gone', async () => {
    const noted = new Noted();
    const failure = { text: 'no answer', code: 'timeout' };
    for (const listed of [empty, { failure, isGone: false }, { failure, isGone: true }]) {
      noted.listed = listed;
      assert.deepEqual(await noted.calls.list(serverAt(url, signed), never()), listed);
    }
    assert.deepEqual(noted.notes, ['gone', 'disabled']);
  });

  it('is not asked for without its master secret, since nothing could be signed', async () => {
    const noted = new Noted();
    const secret = { generation: 1, key: 'another' };
    const { outcome, errorCode } = await noted.calls.call(requestOf({ secret }), never());
    assert.deepEqual([outcome, errorCode], ['unreached', 'secret_missing']);
    const listed = await noted.calls.list(serverAt(url, { secret }), never());
    assert.deepEqual('failure' in listed && [listed.failure.code, listed.isGone], ['secret_missing', false]);
    assert.deepEqual([noted.asked, noted.notes], [0, []]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A call that its turn has cut is no failure of its server',
    file: 'src/core/tools/call-tools.ts',
    replace: 'if (hasAnswered || !signal.aborted) await',
    by: 'await',
  },
  {
    rule: 'Nothing is stored of a tool server that answers as before',
    file: 'src/core/tools/call-tools.ts',
    replace: 'else if (server.failures > 0) await',
    by: 'else await',
  },
  {
    rule: 'What a tool has answered is known although its server’s health cannot be stored',
    file: 'src/core/tools/call-tools.ts',
    replace: '      onError(error);\n',
    by: '      throw error;\n',
  },
  {
    rule: 'A tool server that says it is gone when it is asked for its tools is disabled',
    file: 'src/core/tools/call-tools.ts',
    replace: "if ('failure' in listed && listed.isGone) await",
    by: "if ('failure' in listed && listed.isGone && this.#options === null) await",
  },
  {
    rule: 'A list that fails is no failure in the row of calls',
    file: 'src/core/tools/call-tools.ts',
    replace: "if ('failure' in listed && listed.isGone) await this.#count(server, false, true);",
    by: "if ('failure' in listed) await this.#count(server, false, listed.isGone);",
  },
  {
    rule: 'Nothing is sent to a tool server unsigned',
    file: 'src/core/tools/call-tools.ts',
    replace: 'return secrets.length === 0 ? null :',
    by: 'return secrets.length < 0 ? null :',
  },
];
