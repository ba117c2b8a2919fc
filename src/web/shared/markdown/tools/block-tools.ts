/** What a reader can do with a block that is complete. */
export { addCodeTools } from './code-tools.ts';
export { watchWidth } from './scrollers.ts';
