/** The wording of the parts of answers that are loaded when an answer has them. */
export const markdownText = {
  code: 'Code',
  formula: 'Formula',
  table: 'Table',
  wrap: 'Wrap lines',
  save: 'Download code',
  footnotes: 'Footnotes',
  footnote: (number: string) => `Footnote ${number}`,
  back: (number: string, time: number) =>
    time === 1 ? `Back to reference ${number}` : `Back to reference ${number}-${time}`,
  source: (number: string, host: string) => `Source ${number}: ${host}`,
  alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
};
