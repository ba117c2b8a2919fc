import type { RatingsWords } from '#web/account/text/words.ts';

export const ratings: RatingsWords = {
  title: 'Bewertungen',
  note: 'Was die Leute von den Antworten hielten, die neuesten zuerst. Jeder Einblick wird unter Sicherheit festgehalten.',
  which: 'Welche Bewertungen',
  all: 'Alle',
  up: 'Gut',
  down: 'Nicht gut',
  show: 'Bewertungen anzeigen',
  none: 'So hat noch niemand eine Antwort bewertet.',
  texts: 'Frage und Antwort',
  noQuestion: 'Die Frage ist nicht mehr gespeichert.',
  unanswered: {
    title: 'Unbeantwortete Fragen',
    note: 'Fragen der letzten 30 Tage, deren Antworten keines Ihrer Dokumente zitieren, die neuesten zuerst. Jeder Einblick wird unter Sicherheit festgehalten.',
    show: 'Fragen anzeigen',
    none: 'Alle Antworten der letzten 30 Tage zitieren ein Dokument, oder es wurde in keines gesehen.',
  },
  privacy: 'Private Unterhaltungen',
  privacyNote:
    'Dann liest niemand außer den Leuten selbst, was sie geschrieben haben: Bewertete Antworten und unbeantwortete Fragen sehen weder Administratoren noch Ihr Server. Der Betreiber sieht diese Wahl und kann sie nicht ändern.',
  keepPrivate: 'Unterhaltungen privat halten',
  modelLinks: 'Adressen verlinken, die nur das Modell geschrieben hat',
  modelLinksNote:
    'In Antworten aus Dokumenten sind andere Adressen Text: Ein Link könnte Gelesenes zu Fremden tragen.',
};
