export { DeleteDialog } from './delete-dialog.tsx';
export { FeedbackDialog } from './feedback-dialog.tsx';
export { MenuItems } from './menu-items.tsx';
export { OwnDialog } from './own-dialog.tsx';
export { RenameDialog } from './rename-dialog.tsx';
export { SessionPanel } from './session-panel.tsx';
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
