import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SafetyIdentifiers } from '#core/identity/safety-identifiers.ts';
import type { Break } from '#test/break.ts';

const [master, former] = ['a master secret', 'the one before'];
const provider = (id: string, sendsSafetyIdentifier = true) => ({ id, sendsSafetyIdentifier });
const ada = { clientId: 1, userId: 'ada' };

describe('A safety identifier', () => {
  const identifiers = new SafetyIdentifiers(master, null);
  const of = (person = ada, id = 'openai') => identifiers.of(provider(id), person) ?? assert.fail();

  it('is one for each person, client and provider, and does not name the person', () => {
    const all = [
      ...[of(), of({ clientId: 2, userId: 'ada' }), of({ clientId: 1, userId: 'Ada' })],
      ...[of({ clientId: 11, userId: 'ada' }), of({ clientId: 1, userId: '1\nada' }), of(ada, 'anthropic')],
      new SafetyIdentifiers(former, null).of(provider('openai'), ada),
    ];
    assert.equal(new Set(all).size, all.length);
    for (const identifier of all) assert.match(identifier ?? '', /^[A-Za-z0-9_-]{43}$/);
    assert.equal(new SafetyIdentifiers(master, former).of(provider('openai'), ada), of());
  });

  it('is sent to no provider that is not to get one', () => {
    assert.equal(identifiers.of(provider('openai', false), ada), undefined);
  });

  it('is recognised by the key of any of the providers, and by the master secret before', () => {
    const earlier = new SafetyIdentifiers(former, null).of(provider('anthropic'), ada) ?? '';
    const find = (identifier: string, previous: string | null, ids = ['openai', 'anthropic']) =>
      new SafetyIdentifiers(master, previous).recogniserOf(identifier, ids)?.(ada);
    assert.deepEqual([find(of(), null), find(of(ada, 'anthropic'), null)], ['openai', 'anthropic']);
    assert.deepEqual([find(earlier, former), find(earlier, null)], ['anthropic', null]);
    assert.equal(find(of(), null, ['anthropic']), null);
    assert.equal(find(of({ clientId: 2, userId: 'ada' }), null), null);
  });

  it('is looked for only where a text can be one', () => {
    for (const text of ['', 'ada', of().slice(1), `${of()}A`, `${of().slice(1)}=`, `${of()}\n`]) {
      assert.equal(identifiers.recogniserOf(text, ['openai']), null, JSON.stringify(text));
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Each provider is sent another identifier of a person',
    file: 'src/core/identity/safety-identifiers.ts',
    replace: 'const info = `parley safety identifier ${providerId}`;',
    by: "const info = 'parley safety identifier';",
  },
  {
    rule: 'A person has another identifier at each client',
    file: 'src/core/identity/safety-identifiers.ts',
    replace: '.update(`${clientId}\\n${userId}`)',
    by: '.update(`${clientId > 0}\\n${userId}`)',
  },
  {
    rule: 'A provider that is not to get an identifier gets none',
    file: 'src/core/identity/safety-identifiers.ts',
    replace: '!sendsSafetyIdentifier || ',
    by: '',
  },
  {
    rule: 'An identifier by the master secret before is recognised',
    file: 'src/core/identity/safety-identifiers.ts',
    replace: 'previous === null ? [master] : [master, previous]',
    by: '[master]',
  },
  {
    rule: 'Nobody gets an identifier by the master secret before',
    file: 'src/core/identity/safety-identifiers.ts',
    replace: 'previous === null ? [master] : [master, previous]',
    by: 'previous === null ? [master] : [previous, master]',
  },
  {
    rule: 'Only what can be an identifier is looked for',
    file: 'src/core/identity/safety-identifiers.ts',
    replace: '    if (!pattern.test(identifier)) return null;\n',
    by: '',
  },
];
