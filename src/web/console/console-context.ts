import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Console } from './state/console.ts';

export const ConsoleContext = createContext<Console | null>(null);

export function useConsole(): Console {
  const state = useContext(ConsoleContext);
  if (state === null) throw new Error('There is no console around this component');
  return state;
}
