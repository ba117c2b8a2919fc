/** The words of the launcher in one language. Each has to fit into a panel 280 px wide. */
export interface LauncherWords {
  /** The name of the button. It is part of the first file, in every language. */
  readonly openChat: string;
  /** The name of the dialog, where the page gives none. */
  readonly chat: string;
  readonly close: string;
  readonly cannotShow: string;
  readonly tryLater: string;
  readonly newTab: string;
}
