import { lazy } from '../shared/components/lazy.tsx';

/** Dialogs are loaded when the first of them is opened. */
export const FeedbackDialog = lazy(() => dialogs().then((part) => part.FeedbackDialog));
export const RenameDialog = lazy(() => dialogs().then((part) => part.RenameDialog));
export const DeleteDialog = lazy(() => dialogs().then((part) => part.DeleteDialog));
export const ShortcutsDialog = lazy(() => dialogs().then((part) => part.ShortcutsDialog));

const dialogs = () => import('./dialogs/index.ts');
