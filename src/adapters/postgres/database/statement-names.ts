import type { Statement } from './statement-group.ts';

/** What the round trips to the database are for, as the metrics name them. */
export type StatementName =
  | 'admission_facts'
  | 'admission_store'
  | 'ending_facts'
  | 'ending_store'
  | 'finish'
  | 'heartbeat'
  | 'claim'
  | 'recovery'
  | 'tidying'
  | 'reading'
  | 'reporting'
  | 'knowledge'
  | 'transaction_store'
  | 'other';

/** The first that matches the text of a group's first statement names the group. */
const rules: readonly (readonly [StatementName, RegExp])[] = [
  ['admission_facts', /lock_rooms|hashtext\('parley rooms'\)|lock_usage|for update of u skip locked/],
  ['ending_facts', /lock_turn\(/],
  ['finish', /finish_(?:sourced_)?attempts/],
  ['heartbeat', /process_heartbeat/],
  ['claim', /claim_turns/],
  ['recovery', /lost_turns|abandon_turns|from turns\s+where state = 'queued' and queued_at/],
  ['knowledge', /text_lexemes|meets_requirements|c\.languages from corpora/],
  ['tidying', /tidy_queue|^delete from|^with gone as \(delete from|usage_(?:model|call)_entries e/],
  ['reporting', /refusal_minutes|provider_minutes|usage_models|usage_days|usage_calls|usage_call_days/],
  ['reading', /turn_output|turn_readers|unnest\(\$1::integer\[\], \$2::text\[\], \$3::uuid\[\]\)/],
];

const names = new Map<string, StatementName>();

/** Each text is judged once: statements come from a small set. */
export function nameOf([first]: readonly Statement[]): StatementName {
  const text = first?.text ?? '';
  let name = names.get(text);
  if (name === undefined) {
    name = rules.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
    names.set(text, name);
  }
  return name;
}

/** The name of the second group of a transaction, by that of the first. */
export function storingName(facts: StatementName): StatementName {
  switch (facts) {
    case 'admission_facts':
      return 'admission_store';
    case 'ending_facts':
      return 'ending_store';
    default:
      return 'transaction_store';
  }
}
