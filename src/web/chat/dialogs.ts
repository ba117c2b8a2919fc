import { lazy } from '../shared/components/lazy.tsx';

/** Dialogs are not part of the first load; they are loaded when the first of them opens. */
export const FeedbackDialog = lazy(() => dialogs().then((part) => part.FeedbackDialog));
export const RenameDialog = lazy(() => dialogs().then((part) => part.RenameDialog));
export const DeleteDialog = lazy(() => dialogs().then((part) => part.DeleteDialog));
export const ShortcutsDialog = lazy(() => dialogs().then((part) => part.ShortcutsDialog));

export const MenuItems = lazy(() => dialogs().then((part) => part.MenuItems));
export const SessionPanel = lazy(() => dialogs().then((part) => part.SessionPanel));

const dialogs = () => import('./dialogs/index.ts');
