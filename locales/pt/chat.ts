import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { Catalogue } from '#web/shared/text/text.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

export const chat: Catalogue = {
  you: 'Você',
  assistant: 'Resposta',
  dismiss: 'Dispensar',
  problems: {
    offline: 'Sem conexão com a Internet. O seu texto foi mantido.',
    unreachable: 'Não foi possível acessar o serviço. O seu texto foi mantido.',
    unexpected: 'Algo deu errado. O seu texto foi mantido.',
    subscription_inactive:
      'O chat está em pausa porque a assinatura não está ativa. As suas conversas continuam legíveis.',
    conversation_not_found: 'Esta conversa não existe mais.',
  },

  composer: {
    label: 'Mensagem',
    placeholder: (name) => `Perguntar a ${name}`,
    send: 'Enviar',
    stop: 'Parar',
    tooLong: (over) =>
      `${formatNumber(over)} ${plural('pt', over, { one: 'caractere', other: 'caracteres' })} a mais`,
    paused: 'O chat está em pausa',
    hint: 'As respostas vêm de uma IA e podem estar erradas. Confira o que é importante.',
  },

  conversation: {
    log: 'Conversa',
    untitled: 'Novo chat',
    earlier: 'Mensagens anteriores',
    jump: 'Ir para o mais recente',
    stopped: 'Parada',
    cut: 'Esta resposta está incompleta.',
    failed: 'Nenhuma resposta foi escrita.',
    showAll: 'Mostrar tudo',
    showLess: 'Mostrar menos',
    greeting: 'O que gostaria de saber?',
  },

  actions: {
    deepDive: 'Deep Dive',
  },

  sidebar: {
    region: 'Conversas',
    newChat: 'Novo chat',
    search: 'Pesquisar conversas',
    show: 'Mostrar barra lateral',
    hide: 'Ocultar barra lateral',
    pinned: 'Fixadas',
    archived: 'Arquivadas',
    more: 'Mostrar mais',
    none: 'As suas conversas aparecerão aqui.',
  },

  days: { today: 'Hoje', yesterday: 'Ontem', week: 'Últimos 7 dias', month: 'Últimos 30 dias' },

  usage: {
    title: 'Hoje',
    of: (used, limit) => `${formatNumber(used)} de ${formatNumber(limit)}`,
    unlimited: (used) => `${formatNumber(used)} · sem limite`,
    resets: (time) => `Reinicia: ${time}`,
    context: 'Contexto',
    contextValue: (percent) => `${percent}%`,
    contextHelp: 'Quão cheia está a memória do modelo nesta conversa. Não é a sua cota.',
    usedUp: (dimension, scope, reset) =>
      `${scope === 'user' ? 'O seu limite diário' : 'O limite diário compartilhado'} de ${dimension} esgotou-se. Reinicia: ${reset}.`,
    kept: 'O seu texto foi mantido.',
  },

  menu: 'Menu',

  markdown: {
    takeCode: 'Copiar código',
    image: 'Imagem',
    table: 'Tabela',
    done: 'Concluído',
    open: 'Por concluir',
  },
};
