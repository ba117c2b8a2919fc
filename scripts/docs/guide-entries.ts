import type { SearchEntry } from '../../src/http/documentation/site-file.ts';
import { plainText } from './plain-text.ts';

interface GuideText {
  readonly address: string;
  readonly title: string;
  readonly about: string;
  readonly html: string;
}

const heading = /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g;
const namedRow = /<tr id="([^"]+)">(.*?)<\/tr>/g;

/** The parts of a guide that a search finds: its beginning, each section, and each row about one name. */
export function guideEntries({ address, title, about, html }: GuideText): SearchEntry[] {
  const places = [...html.matchAll(heading)];
  const beginning = html.slice(0, places[0]?.index).replace(/<h1>.*?<\/h1>/, '');
  return [
    { address, page: 'Guide', title, names: [], text: `${about} ${plainText(beginning)}` },
    ...places.map((match, index) => ({
      address: `${address}#${match[2] ?? ''}`,
      page: title,
      title: plainText(match[3] ?? ''),
      names: [],
      text: plainText(html.slice(match.index + match[0].length, places[index + 1]?.index)),
    })),
    ...[...html.matchAll(namedRow)].map(([, name = '', cells = '']) => ({
      address: `${address}#${name}`,
      page: title,
      title: name,
      names: [],
      text: plainText(cells),
    })),
  ];
}
