import type { Signal } from '@preact/signals';
import { factsNamedIn } from '#contract/context.ts';
import { agentWords as text } from './agent-words.ts';

/** The facts that instructions have places for, while they are written: a place with a typing mistake is not among them. */
export function NamedFacts({ instructions }: { readonly instructions: Signal<string> }) {
  const names = factsNamedIn(instructions.value);
  if (names.length === 0) return null;
  return (
    <p class="note">
      {text.namedFacts}{' '}
      {names.map((name) => (
        <code key={name}>{name} </code>
      ))}
      {text.namedFactsHelp}
    </p>
  );
}
