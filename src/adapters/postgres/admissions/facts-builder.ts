import type { PerDimension } from '#contract/quota.ts';
import type {
  ActionFacts,
  AdmissionFacts,
  ClientFacts,
  ConversationFacts,
  KeyFacts,
  QuestionFacts,
  RunningFacts,
  SignInFacts,
} from '#core/turn/admission/admission-facts.ts';
import type { Rows, Statement } from '../database/statement-group.ts';

/** The facts of a batch while they are being read. */
export class FactsBuilder implements AdmissionFacts {
  day = '';
  at = new Date(0);
  queueLength = 0;
  readonly clients = new Map<number, ClientFacts>();
  readonly held = new Set<number>();
  readonly users = new Map<string, PerDimension<number>>();
  readonly blocked = new Set<string>();
  readonly conversations = new Map<string, ConversationFacts>();
  readonly keys = new Map<string, KeyFacts>();
  readonly signIns = new Map<string, SignInFacts>();
  readonly questions = new Map<string, QuestionFacts>();
  readonly replaced = new Map<string, number>();
  readonly listed = new Set<string>();
  readonly actions = new Map<string, ActionFacts>();
  readonly running = new Map<string, RunningFacts>();
}

/** A statement of the first group, and the function that adds its rows to the facts. */
export interface FactQuery extends Statement {
  readonly apply: (rows: Rows) => void;
}
