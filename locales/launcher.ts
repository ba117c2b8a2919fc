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
  /** Behind the mark AI. */
  readonly fromAi: string;
}

/** By language. The build makes a second file of each, so a visitor loads one. */
export const catalogues: Readonly<Record<string, LauncherWords>> = {
  en: {
    openChat: 'Open chat',
    chat: 'Chat',
    close: 'Close',
    cannotShow: 'The chat cannot be shown here',
    tryLater: 'Try again later.',
    newTab: 'Open chat in a new tab',
    fromAi: 'Answers come from an AI',
  },
  de: {
    openChat: 'Chat öffnen',
    chat: 'Chat',
    close: 'Schließen',
    cannotShow: 'Der Chat kann hier nicht angezeigt werden',
    tryLater: 'Versuchen Sie es später noch einmal.',
    newTab: 'Chat in neuem Tab öffnen',
    fromAi: 'Antworten stammen von einer KI',
  },
  fr: {
    openChat: 'Ouvrir le chat',
    chat: 'Chat',
    close: 'Fermer',
    cannotShow: 'Le chat ne peut pas s’afficher ici',
    tryLater: 'Réessayez plus tard.',
    newTab: 'Ouvrir le chat dans un nouvel onglet',
    fromAi: 'Les réponses viennent d’une IA',
  },
  es: {
    openChat: 'Abrir el chat',
    chat: 'Chat',
    close: 'Cerrar',
    cannotShow: 'El chat no se puede mostrar aquí',
    tryLater: 'Inténtelo de nuevo más tarde.',
    newTab: 'Abrir el chat en otra pestaña',
    fromAi: 'Las respuestas son de una IA',
  },
  pt: {
    openChat: 'Abrir o chat',
    chat: 'Chat',
    close: 'Fechar',
    cannotShow: 'O chat não pode ser exibido aqui',
    tryLater: 'Tente novamente mais tarde.',
    newTab: 'Abrir o chat em outra aba',
    fromAi: 'As respostas vêm de uma IA',
  },
  it: {
    openChat: 'Apri la chat',
    chat: 'Chat',
    close: 'Chiudi',
    cannotShow: 'La chat non può essere mostrata qui',
    tryLater: 'Riprova più tardi.',
    newTab: 'Apri la chat in una nuova scheda',
    fromAi: 'Le risposte vengono da un’IA',
  },
  ja: {
    openChat: 'チャットを開く',
    chat: 'チャット',
    close: '閉じる',
    cannotShow: 'ここではチャットを表示できません',
    tryLater: 'しばらくしてからもう一度お試しください。',
    newTab: '新しいタブでチャットを開く',
    fromAi: '回答は AI によるものです',
  },
  zh: {
    openChat: '打开聊天',
    chat: '聊天',
    close: '关闭',
    cannotShow: '无法在此处显示聊天',
    tryLater: '请稍后再试。',
    newTab: '在新标签页中打开聊天',
    fromAi: '回答由人工智能生成',
  },
  ar: {
    openChat: 'فتح المحادثة',
    chat: 'محادثة',
    close: 'إغلاق',
    cannotShow: 'لا يمكن عرض المحادثة هنا',
    tryLater: 'حاول مرة أخرى لاحقًا.',
    newTab: 'فتح المحادثة في علامة تبويب جديدة',
    fromAi: 'الإجابات من ذكاء اصطناعي',
  },
};
