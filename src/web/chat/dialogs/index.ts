export { DeleteDialog } from './delete-dialog.tsx';
export { FeedbackDialog } from './feedback-dialog.tsx';
export { RenameDialog } from './rename-dialog.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
