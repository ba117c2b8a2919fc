import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PostgresStopWords } from '#adapters/postgres/knowledge/stop-words.ts';
import { configurationOf, guessLanguage } from '#core/knowledge/guess-language.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';

const texts: Readonly<Record<string, string>> = {
  english:
    'You can cancel the plan at any time. It ends with the month that you have paid for, and not before.',
  german:
    'Sie können den Tarif jederzeit kündigen. Er endet mit dem Monat, der bezahlt ist, und nicht davor.',
  french:
    'Vous pouvez résilier le forfait à tout moment. Il prend fin avec le mois qui est payé, et pas avant.',
  spanish:
    'Puede cancelar el plan en cualquier momento. Termina con el mes que ha pagado, y no antes de eso.',
  russian: 'Вы можете отменить тариф в любое время. Он закончится вместе с месяцем, за который вы заплатили.',
  // Names and numbers, and a language that has no stop words.
  simple: 'SKU-1001; Anton Müller; 17; Wien\nSKU-1002; Berta Meier; 23; Graz',
};

describe('The guess of a language', () => {
  test('is the one whose stop words are most of the words, as the server has them', async () => {
    await using parts = new AsyncDisposableStack();
    const { url } = parts.use(await createTestDatabase());
    const stopWords = new PostgresStopWords(parts.use(openPatientDatabase(url, 1)));
    for (const [language, text] of Object.entries(texts))
      assert.equal(await guessLanguage([text], stopWords), language, text);
    assert.equal(await guessLanguage(['你可以随时取消套餐。'], stopWords), 'simple');
    assert.equal(await guessLanguage([], stopWords), 'simple');
    const names = 'Anton Berta Cäsar Dora Emil Friedrich Gustav Heinrich Ida Julius';
    assert.equal(await guessLanguage([names, 'und Anton'], stopWords), 'simple');
    assert.equal(await guessLanguage([names, 'und', 'der Anton'], stopWords), 'german');
    const counted = await stopWords.count(
      new Map([
        ['the', 3],
        ['price', 1],
        ['der', 2],
      ]),
    );
    assert.equal(counted.get('english'), 3);
    assert.equal(counted.get('german'), 2);
    const unknown = [...counted.keys()].filter((language) => configurationOf(language) === null);
    assert.deepEqual(unknown, []);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A text with few stop words of a language is not in it',
    file: 'src/core/knowledge/guess-language.ts',
    replace: 'best === undefined || best[1] < leastShare * words',
    by: 'best === undefined',
  },
  {
    rule: 'The language with most stop words is the guess',
    file: 'src/core/knowledge/guess-language.ts',
    replace: 'otherTimes - times ||',
    by: 'times - otherTimes ||',
  },
];
