import { patternOf } from './words-of.ts';

interface MarkedProps {
  readonly text: string;
  readonly words: readonly string[];
}

/** Text in which the words that were searched for are marked. */
export function Marked({ text, words }: MarkedProps) {
  const pattern = patternOf(words);
  if (pattern === null) return <>{text}</>;
  const found = text.match(pattern) ?? [];
  return (
    <>
      {text.split(pattern).map((part, place) => (
        <>
          {part}
          {found[place] && <mark>{found[place]}</mark>}
        </>
      ))}
    </>
  );
}
