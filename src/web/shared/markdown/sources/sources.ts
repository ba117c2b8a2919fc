import { moreBlocks } from '../build-block.ts';
import { moreInlines } from '../build-inline.ts';
import { addSyntax } from '../lexer.ts';
import { noteList } from '../note-list.ts';
import { buildAlert } from './alert.ts';
import { buildCitation, signedCitation } from './citations.ts';
import { showNotes } from './footnotes.ts';
import { buildFootnoteReference, buildSourceNote } from './source-notes.ts';
import { footnoteDefinition, footnoteReference, sourceNote } from './source-syntax.ts';

/** Adds what reads and builds footnotes, numbered sources and alerts, whose words must be there. */
export function readSources(): void {
  if (noteList.show !== null) return;
  noteList.show = showNotes;
  addSyntax([footnoteDefinition, footnoteReference, sourceNote, signedCitation]);
  moreBlocks.set('blockquote', buildAlert);
  moreInlines.set('footnoteReference', buildFootnoteReference);
  moreInlines.set('sourceNote', buildSourceNote);
  moreInlines.set('citation', buildCitation);
}
