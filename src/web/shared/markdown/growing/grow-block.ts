import type { Token, Tokens } from 'marked';
import { buildItem, buildRow } from '../build-block.ts';
import { directionOf } from '../direction.ts';
import { morphChildren } from '../morph.ts';
import { isList, isTable } from './token-types.ts';

/**
 * Adds to `node`, which shows the list or table `before`, what `after` has beyond it: building thousands of rows again
 * for each new one would stop the page. Returns whether it could; a list that becomes loose, for one, changes as a
 * whole.
 */
export function growBlock(node: Node, before: Token, after: Token): boolean {
  if (!(node instanceof HTMLElement)) return false;
  if (isList(before) && isList(after)) return growList(node, before, after);
  return isTable(before) && isTable(after) && growTable(node, before, after);
}

function growList(node: HTMLElement, before: Tokens.List, after: Tokens.List): boolean {
  if (before.ordered !== after.ordered || before.start !== after.start || before.loose !== after.loose)
    return false;
  const same = countSame(before.items, after.items, (a, b) => a.raw === b.raw);
  morphChildren(node, after.items.slice(same).map(buildItem), same);
  return true;
}

function growTable(node: HTMLElement, before: Tokens.Table, after: Tokens.Table): boolean {
  const body = node.querySelector('tbody');
  if (body === null || !areSameCells(before.header, after.header)) return false;
  const same = countSame(before.rows, after.rows, areSameCells);
  morphChildren(body, after.rows.slice(same).map(buildRow), same);
  node.dir = directionOf(node);
  return true;
}

/** How many stay as they are. The last one was unfinished, whatever it looks like. */
function countSame<T>(before: readonly T[], after: readonly T[], isSame: (a: T, b: T) => boolean): number {
  const finished = before.slice(0, -1);
  const changed = finished.findIndex((each, nth) => {
    const now = after[nth];
    return now === undefined || !isSame(each, now);
  });
  return changed < 0 ? finished.length : changed;
}

function areSameCells(before: readonly Tokens.TableCell[], after: readonly Tokens.TableCell[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ text, align }, nth) => text === after[nth]?.text && align === after[nth]?.align)
  );
}
