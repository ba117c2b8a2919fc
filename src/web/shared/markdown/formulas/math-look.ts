/**
 * The styles of a formula as classes of the pages' own style sheet, in place of inline styles: the pages
 * forbid those. A formula whose meaning depends on any other style cannot be shown.
 */
export function classesOf(classes: readonly string[], styles: Readonly<Record<string, unknown>>): string[] {
  const known = classes.filter((name) => !meaningless.test(name));
  const unknown = known.find((name) => !shown.has(name));
  if (unknown !== undefined) throw new Error(`The class ${unknown} has no style here`);
  return [
    ...known,
    ...Object.entries(styles).flatMap(([name, value]) => classesOfStyle(name, String(value))),
  ];
}

const shown = new Set([
  'tml-left',
  'tml-right',
  'tml-overline',
  'tml-underline',
  'tml-fbox',
  'tml-cancel',
  'upstrike',
  'downstrike',
  'sout',
  'tml-xcancel',
  'tml-jot',
  'tml-small',
]);

/** Corrections of a few hundredths of an em, fonts that the pages do not load, and marks without a style. */
const meaningless =
  /^(?:chr|wbk|ff)-|^tml-(?:(?:sml|med|lrg)-pad|prime|display|vec|hat-\d|tilde-\d|eqn|eqn-.*|tag|tageqn|label)$|^math(?:cal|scr)$|^mord$|^special-fraction$/;

const sides: Readonly<Record<string, string>> = {
  borderTop: 'line-top',
  borderRight: 'line-right',
  borderBottom: 'line-bottom',
  borderLeft: 'line-left',
};

/** Space and colour change no formula's meaning. */
const indifferent =
  /^(?:color|backgroundColor|math-?depth|display|whiteSpace|justifyContent|padding(?:Top|Bottom)?|marginLeft|font-?family)$/i;

function classesOfStyle(name: string, value: string): string[] {
  const side = sides[name];
  if (side !== undefined) return [side, ...(/dashed|double/.exec(value) ?? [])];
  switch (name) {
    case 'border':
      return ['tml-fbox'];
    case 'paddingLeft':
    case 'paddingRight':
      return space(name === 'paddingLeft' ? 'left' : 'right', Number.parseFloat(value));
    case 'width':
      if (value.endsWith('%')) return [value === '100%' ? 'whole' : 'rest'];
      break;
    case 'textAlign':
      return value === 'center' ? [] : [`tml-${value}`];
    case 'fontWeight':
    case 'font-weight':
      return value === 'bold' ? ['bold'] : [];
    case 'fontStyle':
    case 'font-style':
      return value === 'italic' ? ['italic'] : [];
  }
  if (indifferent.test(name)) return [];
  throw new Error(`The style ${name} has no class here`);
}

function space(side: 'left' | 'right', width: number): string[] {
  if (width === 0) return [`flush-${side}`];
  return width === 1 ? [`apart-${side}`] : [];
}
