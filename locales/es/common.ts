import type { CommonWords } from '#web/shared/text/common-text.ts';
import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common: CommonWords = {
  close: 'Cerrar',
  tryAgain: 'Reintentar',
  loading: 'Cargando',
  table: 'Tabla',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'El navegador no permitió copiar',
  unreachable: 'No se pudo contactar con el servicio. El texto se conserva.',
  language: 'Idioma',
  dimensions: { ...dimensionNames, requests: 'Solicitudes', priority: 'Prioridad', deep_dive: 'Deep Dive' },
};
