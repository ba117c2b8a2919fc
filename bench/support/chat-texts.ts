/** Messages of a long conversation, questions and answers in turn: every fifth has 2.5 kB with a table and code. */
export function conversationTexts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, nth) => {
    if (nth % 2 === 0) return `Question ${nth}: how does part ${nth} of this work?`;
    return nth % 5 === 1 || nth % 10 === 3 ? longAnswer(nth) : shortAnswer(nth);
  });
}

/** An answer of so many characters, as the pieces in which a provider sends it. */
export function answerPieces(characters: number, pieces: number): readonly string[] {
  const answers = Array.from({ length: Math.ceil(characters / 2_000) }, (_, nth) => longAnswer(nth));
  const text = answers.join('\n\n').slice(0, characters);
  const length = Math.ceil(characters / pieces);
  return Array.from({ length: pieces }, (_, nth) => text.slice(nth * length, (nth + 1) * length));
}

function shortAnswer(nth: number): string {
  return `A short answer, number ${nth}, with **bold** words and \`code\` in it. `.repeat(3);
}

function longAnswer(nth: number): string {
  const rows = Array.from(
    { length: 12 },
    (_, row) => `| row ${row} of ${nth} | ${row * 37} | metre per second |`,
  );
  const lines = Array.from(
    { length: 18 },
    (_, line) => `export function compute${line}(value: number): number { return value * ${line} + ${nth}; }`,
  );
  return [
    `## Part ${nth}`,
    `Some words before **the table** and \`code\`, with [a link](https://example.com/${nth}), so that they wrap.`,
    ['| Name | Value | Unit |', '|---|---:|---|', ...rows].join('\n'),
    ['```ts', ...lines, '```'].join('\n'),
    '1. The first point of the list\n2. The second point of *the list*\n3. The third point',
    `> A quote at the end of part ${nth}.`,
  ].join('\n\n');
}
