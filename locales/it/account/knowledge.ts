import type { KnowledgeWords } from '#web/administration/knowledge/knowledge-props.ts';
import { formatNumber } from '#web/shared/text/format.ts';

export const knowledge: KnowledgeWords = {
  agent: 'Assistente',
  documents: 'Documenti',
  note: 'L’assistente risponde a partire da questi documenti e dice da dove viene una risposta.',
  drop: 'Trascina qui i file, oppure',
  choose: 'Scegli i file',
  formats:
    'Testo, Markdown, HTML, PDF o Word (.docx), al massimo 4 MB ciascuno. Un file con lo stesso nome sostituisce il documento.',
  files: 'I tuoi file',
  states: {
    waiting: 'In attesa',
    reading: 'In lettura …',
    added: 'Aggiunto',
    replaced: 'Sostituito',
    unchanged: 'Invariato',
    refused: 'Rifiutato',
  },
  refusals: {
    kind: 'I file di questo tipo non possono essere letti.',
    too_large: 'Il file supera i 4 MB.',
    encrypted: 'Il file è protetto da una password.',
    damaged: 'Il file è danneggiato o non è ciò che dice il suo nome.',
    too_long: 'Contiene troppo testo. Dividilo in più file.',
    too_slow: 'La lettura richiede troppo tempo. Prova un formato più semplice.',
    no_text: 'Non contiene testo. Le pagine scansionate vanno prima riconosciute.',
    full: 'I documenti hanno raggiunto il limite. Eliminane prima alcuni.',
    busy: 'In questo momento vengono letti altri documenti. Riprova.',
  },
  empty: 'Ancora nessun documento: l’assistente risponde con ciò che sa il suo modello.',
  search: 'Cerca documenti',
  noneFound: 'Nessun documento corrisponde.',
  passages: (count) => (count === 1 ? 'un passaggio' : `${formatNumber(count)} passaggi`),
  used: (time) => `ultimo uso: ${time}`,
  neverUsed: 'non ancora usato',
  changed: (time) => `modificato: ${time}`,
  onlyWith: (facts) => `Solo con ${facts}`,
  remove: 'Elimina',
  removeTitle: 'Eliminare questo documento?',
  removeBody:
    'Dalla prossima domanda l’assistente non lo conosce più. Le sue citazioni spariscono dalle risposte precedenti, il cui testo resta.',
  removed: 'Il documento è eliminato',
  tryIt: 'Prova una domanda',
  tryNote:
    'Mostra ciò che l’assistente riceverebbe con una domanda. Non viene interrogato e nulla viene contato.',
  question: 'Domanda',
  find: 'Trova',
  modes: {
    whole: 'I documenti sono abbastanza brevi: l’assistente li legge tutti a ogni domanda.',
    found: 'L’assistente riceve questi passaggi, il migliore per primo.',
    none: 'Nessun documento corrisponde, e all’assistente viene detto.',
  },
  operators: 'Del gestore',
};
