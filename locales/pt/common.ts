import type { CommonWords } from '#web/shared/text/common-text.ts';
import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common: CommonWords = {
  close: 'Fechar',
  tryAgain: 'Tentar novamente',
  loading: 'Carregando',
  table: 'Tabela',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'O navegador não permitiu copiar',
  unreachable: 'Não foi possível acessar o serviço. O seu texto foi mantido.',
  language: 'Idioma',
  dimensions: { ...dimensionNames, requests: 'Pedidos', priority: 'Prioridade', deep_dive: 'Deep Dive' },
};
