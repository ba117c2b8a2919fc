import type { KnowledgeWords } from '#web/administration/knowledge/knowledge-props.ts';
import { formatNumber } from '#web/shared/text/format.ts';

export const knowledge: KnowledgeWords = {
  agent: 'Assistent',
  documents: 'Dokumente',
  note: 'Aus diesen Dokumenten antwortet der Assistent, und er sagt, woher eine Antwort stammt.',
  drop: 'Dateien hier ablegen oder',
  choose: 'Dateien auswählen',
  formats:
    'Text, Markdown, HTML, PDF oder Word (.docx), je höchstens 4 MB. Eine Datei mit gleichem Namen ersetzt das Dokument.',
  files: 'Dateien',
  states: {
    waiting: 'Wartet',
    reading: 'Wird gelesen …',
    added: 'Hinzugefügt',
    replaced: 'Ersetzt',
    unchanged: 'Unverändert',
    refused: 'Abgelehnt',
  },
  refusals: {
    kind: 'Dateien dieser Art können nicht gelesen werden.',
    too_large: 'Die Datei ist größer als 4 MB.',
    encrypted: 'Die Datei ist mit einem Passwort geschützt.',
    damaged: 'Die Datei ist beschädigt oder nicht das, was ihr Name sagt.',
    too_long: 'Sie enthält zu viel Text. Teilen Sie sie in mehrere Dateien auf.',
    too_slow: 'Das Lesen dauert zu lange. Versuchen Sie ein einfacheres Format.',
    no_text: 'Sie enthält keinen Text. Eingescannte Seiten müssen zuerst erkannt werden.',
    full: 'Die Dokumente haben ihre Grenze erreicht. Löschen Sie zuerst einige.',
    busy: 'Gerade werden andere Dokumente gelesen. Versuchen Sie es noch einmal.',
  },
  empty: 'Noch kein Dokument: Der Assistent antwortet mit dem, was sein Modell weiß.',
  search: 'Dokumente suchen',
  noneFound: 'Kein Dokument passt.',
  passages: (count) => (count === 1 ? 'ein Abschnitt' : `${formatNumber(count)} Abschnitte`),
  used: (time) => `zuletzt verwendet: ${time}`,
  neverUsed: 'noch nicht verwendet',
  changed: (time) => `geändert: ${time}`,
  onlyWith: (facts) => `Nur mit ${facts}`,
  remove: 'Löschen',
  removeTitle: 'Dieses Dokument löschen?',
  removeBody:
    'Ab der nächsten Frage kennt der Assistent es nicht mehr. Zitate daraus verschwinden aus früheren Antworten, deren Text bleibt.',
  removed: 'Das Dokument ist gelöscht',
  tryIt: 'Eine Frage ausprobieren',
  tryNote:
    'Zeigt, was der Assistent zu einer Frage bekäme. Er wird dabei nicht gefragt, und nichts wird gezählt.',
  question: 'Frage',
  find: 'Suchen',
  modes: {
    whole: 'Die Dokumente sind kurz genug: Der Assistent liest sie bei jeder Frage alle.',
    found: 'Der Assistent bekommt diese Abschnitte, den besten zuerst.',
    none: 'Kein Dokument passt, und das wird dem Assistenten gesagt.',
  },
  operators: 'Vom Betreiber',
};
