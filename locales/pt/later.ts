import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { LaterCatalogue } from '#web/shared/text/later-text.ts';
import { passwords } from './passwords.ts';

export const later: LaterCatalogue = {
  understood: 'Entendi',
  cancel: 'Cancelar',
  save: 'Salvar',
  undo: 'Desfazer',
  online: 'Você está online de novo.',
  deleted: 'Conversa excluída',
  passwordLink: (by, time) =>
    `${by ?? 'O operador deste serviço'} recebeu um link para escolher a sua senha (${time}). Se você não pediu isso, escolha uma nova e avise os seus administradores.`,

  problems: {
    user_blocked: 'O seu envio foi bloqueado. As suas conversas continuam legíveis.',
    conversation_busy: 'Esta conversa ainda está sendo respondida, talvez em outra aba.',
    agent_not_allowed: 'Esta conversa pertence a um assistente que não está mais disponível.',
    rate_limited: 'Foi rápido demais. Aguarde um momento e envie de novo.',
    too_many_readers: 'Há páginas demais esperando respostas. Feche algumas.',
    too_many_concurrent: 'Há respostas demais em andamento. Aguarde que uma termine.',
    queue_full: 'O serviço está muito ocupado. Tente novamente em um minuto.',
    provider_refused: 'O modelo não aceita este pedido.',
    content_filter: 'O filtro de conteúdo do modelo recusou-o. Formule-o de outra maneira.',
    context_length: 'A conversa é longa demais para o modelo. Comece um novo chat ou envie menos texto.',
    provider_error: 'O modelo não conseguiu responder.',
    provider_unavailable: 'Nenhum modelo está disponível agora. Tente novamente em instantes.',
    provider_timeout: 'O modelo demorou demais.',
    turn_timeout: 'A resposta demorou demais.',
    unavailable: 'O serviço não pode responder agora. Tente novamente em instantes.',
    worker_lost: 'O serviço foi interrompido.',
    queue_expired: 'A espera na fila foi longa demais.',
    prompt_too_long: 'É longo demais. Encurte e envie novamente.',
    deep_dive_not_enabled: 'O Deep Dive não está disponível aqui.',
    deep_dive_first_send_not_allowed: 'O Deep Dive está disponível depois de uma resposta.',
    no_response_to_retry: 'Não há resposta para tentar novamente.',
    message_not_found: 'Esta pergunta não existe mais.',
    validation_error: 'Isto não foi aceito. Verifique o que escreveu.',
    user_disabled: 'A conta está desativada.',
    too_many_attempts: 'Tentativas demais. Espere um momento.',
  },

  feedback: {
    title: 'O que estava errado?',
    reasons: [
      'Não está correta',
      'Não é útil',
      'Incompleta',
      'Não seguiu a pergunta',
      'Insegura ou ofensiva',
    ],
    comment: 'Comentário (opcional)',
    send: 'Enviar comentário',
    thanks: 'Obrigado pelo seu comentário',
  },

  shortcuts: {
    title: 'Atalhos de teclado',
    send: 'Enviar',
    newLine: 'Nova linha',
    stop: 'Parar a resposta',
    focus: 'Escrever uma mensagem',
    search: 'Pesquisar conversas',
    newChat: 'Novo chat',
    copyLast: 'Copiar a última resposta',
    help: 'Esta lista',
  },

  menu: {
    exportMarkdown: 'Exportar como Markdown',
    exportJson: 'Exportar como JSON',
    exportAll: 'Exportar minhas conversas',
    deleteAll: 'Excluir todas as minhas conversas',
    print: 'Imprimir',
    notify: 'Avisar sobre respostas',
    shortcuts: 'Atalhos de teclado',
    account: 'Conta',
    password: 'Alterar senha',
    signOut: 'Sair',
    signOutEverywhere: 'Sair de todos os dispositivos',
    theme: 'Tema',
    themes: { system: 'Sistema', light: 'Claro', dark: 'Escuro' },
  },

  session: {
    ended: 'A sua sessão terminou',
    endedBody: 'Recarregue a página que contém este chat para continuar. O seu texto é mantido até lá.',
    signedOut: 'Entre para conversar',
    signedOutBody: 'Esta página mostra o chat a quem entrou na conta.',
    signIn: 'Entrar',
    unavailable: 'O chat não está disponível no momento',
    unavailableBody: 'Tente novamente daqui a pouco.',
    disabled: 'A sua conta está desativada',
    disabledBody: 'Peça ao administrador da sua organização que a reative.',
    waiting: 'Conectando…',
    direct: 'Este endereço destina-se a ser mostrado dentro de outra página',
    directBody: 'Abra antes o próprio chat.',
    openChat: 'Abrir o chat',
  },

  actions: {
    copyReference: 'Copiar a referência',
    copy: 'Copiar',
    good: 'Boa resposta',
    bad: 'Resposta ruim',
    deepDiveLeft: (left) =>
      plural('pt', left, { one: `resta ${left}`, other: `restam ${formatNumber(left)}` }),
    deepDiveUsedUp: (reset) => `Esgotado até ${reset}`,
    deepDiveHelp: 'Pensa mais a fundo e responde outra vez. Pode comparar as duas respostas.',
    previous: 'Versão anterior',
    next: 'Versão seguinte',
    version: (index, count) => `${index}/${count}`,
  },

  progress: {
    thinking: 'Pensando',
    thinkingFor: (seconds) => `Pensando · ${formatNumber(seconds)} s`,
    queued: (position) => (position <= 1 ? 'Próximo na fila' : `Número ${formatNumber(position)} na fila`),
    reconnecting: 'Conexão perdida. A resposta continua; reconectando…',
    answering: 'Respondendo',
    answerComplete: 'Resposta completa',
    answerStopped: 'Resposta interrompida',
    answerFailed: 'A resposta falhou',
    unread: 'Nova resposta',
    wait: 'Aguardar',
    interrupt: 'Parar e enviar',
  },

  versions: {
    regenerate: 'Gerar novamente',
    edit: 'Editar',
    editLabel: 'A sua pergunta',
    editHelp: 'Será escrita uma nova resposta. O que se segue agora fica guardado como versão anterior.',
    edited: 'Editada',
    older: 'A conversa continua a partir da versão mais recente.',
    earlier: 'Esta é uma versão anterior. Já não faz parte da conversa.',
    back: 'Voltar à conversa',
    askAgain: 'Perguntar de novo',
    withdrawn: 'O seu texto voltou ao campo de mensagem. O próximo envio substitui esta pergunta.',
    taken: 'Esta pergunta foi alterada noutra janela. O seu texto está no campo de mensagem.',
  },

  markdown: {
    code: 'Código',
    formula: 'Fórmula',
    table: 'Tabela',
    wrap: 'Quebrar linhas',
    save: 'Baixar código',
    footnotes: 'Notas de rodapé',
    footnote: (number) => `Nota de rodapé ${number}`,
    back: (number) => `Voltar à referência ${number}`,
    source: (number, host) => `Fonte ${number}: ${host}`,
    alerts: { note: 'Nota', tip: 'Dica', important: 'Importante', warning: 'Aviso', caution: 'Cuidado' },
  },

  notifyRefused: 'O navegador não permite notificações desta página.',

  search: {
    searching: 'Pesquisando…',
    none: 'Nada encontrado.',
    noneSoFar: (date) => `Nada encontrado desde ${date}.`,
    until: (date) => `Pesquisado até ${date}.`,
    older: 'Pesquisar conversas mais antigas',
    found: (count) =>
      `${formatNumber(count)} ${plural('pt', count, { one: 'encontrada', other: 'encontradas' })}`,
  },

  archive: {
    none: 'Nenhuma conversa arquivada.',
    back: 'Todas as conversas',
  },

  manage: {
    more: 'Mais ações',
    rename: 'Renomear',
    delete: 'Excluir',
    pin: 'Fixar',
    unpin: 'Desafixar',
    archive: 'Arquivar',
    unarchive: 'Desarquivar',
    pinned: 'Conversa fixada',
    unpinned: 'Conversa desafixada',
    archived: 'Conversa arquivada',
    unarchived: 'A conversa voltou para a lista',
    renameTitle: 'Renomear',
    renameLabel: 'Título',
    deleteTitle: 'Excluir esta conversa?',
    deleteBody: (title) => `“${title}” e as suas respostas serão apagadas. O uso não muda.`,
  },

  password: {
    current: 'Senha atual',
    chosen: 'Nova senha',
    changed: 'A senha foi alterada. Suas outras sessões foram encerradas.',
    wrong: 'A senha atual não está correta.',
    ...passwords,
  },

  everywhere: {
    title: 'Sair de todos os dispositivos?',
    body: 'Você sairá de todos os dispositivos, inclusive deste.',
  },

  all: {
    title: 'Excluir todas as conversas?',
    body: 'Todas as suas conversas e respostas serão apagadas, também as arquivadas. Isso não pode ser desfeito. O uso permanece igual.',
    confirm: (word) => `Digite “${word}” para confirmar`,
    word: 'excluir',
    deleted: 'Todas as conversas foram excluídas',
  },
};
