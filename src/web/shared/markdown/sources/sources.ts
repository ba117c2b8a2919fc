import { moreBlocks } from '../build-block.ts';
import { moreInlines } from '../build-inline.ts';
import { buildAlert } from './alert.ts';
import { buildFootnoteReference, buildSourceNote } from './source-notes.ts';
import { footnoteDefinition, footnoteReference, sourceNote } from './source-syntax.ts';

export { readTail } from '../complete-tail.ts';
export { buildFootnotes } from './footnotes.ts';

export const syntax = [footnoteDefinition, footnoteReference, sourceNote];

moreBlocks.set('blockquote', buildAlert);
moreInlines.set('footnoteReference', buildFootnoteReference);
moreInlines.set('sourceNote', buildSourceNote);
