import { lazy } from '../shared/components/lazy.tsx';

/** What is not on the page at first is loaded when the first of it is opened. */
export const FeedbackDialog = lazy(() => dialogs().then((part) => part.FeedbackDialog));
export const RenameDialog = lazy(() => dialogs().then((part) => part.RenameDialog));
export const DeleteDialog = lazy(() => dialogs().then((part) => part.DeleteDialog));
export const ShortcutsDialog = lazy(() => dialogs().then((part) => part.ShortcutsDialog));

export const MenuItems = lazy(() => dialogs().then((part) => part.MenuItems));
export const SessionPanel = lazy(() => dialogs().then((part) => part.SessionPanel));

const dialogs = () => import('./dialogs/index.ts');
