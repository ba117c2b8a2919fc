import { componentIn } from './component-in.tsx';
import { createPart } from './part.ts';

/** Dialogs are not part of the first paint; they are loaded when the first of them opens. */
const dialogs = createPart(() => import('./dialogs/index.ts'));

export const FeedbackDialog = componentIn(dialogs, (part) => part.FeedbackDialog);
export const RenameDialog = componentIn(dialogs, (part) => part.RenameDialog);
export const DeleteDialog = componentIn(dialogs, (part) => part.DeleteDialog);
export const ShortcutsDialog = componentIn(dialogs, (part) => part.ShortcutsDialog);
export const OwnDialog = componentIn(dialogs, (part) => part.OwnDialog);

export const MenuItems = componentIn(dialogs, (part) => part.MenuItems);
export const SessionPanel = componentIn(dialogs, (part) => part.SessionPanel);
