import type { Break } from '../break.ts';

const processes = 'database/functions/9-processes.sql';
const claim = 'database/functions/7-claim.sql';
const endings = 'database/functions/8-endings.sql';
const decide = 'src/core/turn/decide-ending.ts';
const decideTest = 'test/core/turn/decide-ending.test.ts';
const lease = [
  'test/adapters/postgres/turns/turn-store-lease.test.ts',
  'test/adapters/postgres/turns/turn-store-claim.test.ts',
];
const recovery = ['test/flows/jobs/recovery.test.ts'];
const finish = ['test/adapters/postgres/turns/finish-batch.test.ts'];

export const attemptBreaks: readonly Break[] = [
  {
    rule: 'The end of an attempt that another has replaced is refused',
    file: endings,
    replace: 'and t.attempt = x.attempt and t.state = p_was',
    by: 'and t.attempt >= x.attempt and t.state = p_was',
    tests: [...lease, ...finish],
  },
  {
    rule: 'A process that runs a later attempt of a turn does not forget it when the one before ends',
    file: 'src/core/turn/process/running-turns.ts',
    replace: 'if (this.#live.get(turn.id) === live) this.#live.delete',
    by: 'this.#live.delete',
    tests: ['test/flows/jobs/follow.test.ts'],
  },
  {
    rule: 'A job starts when it is claimed, however long its worker had to wait for that',
    file: claim,
    replace: 'started_at = coalesce(started_at, clock_timestamp())',
    by: 'started_at = coalesce(started_at, now())',
    tests: ['test/adapters/postgres/turns/claim-races.test.ts'],
  },
  {
    rule: 'A turn ends once',
    file: endings,
    replace: 't.attempt = x.attempt and t.state = p_was',
    by: "t.attempt = x.attempt and t.state <> 'queued'",
    tests: [...lease, ...finish],
  },
  {
    rule: 'The output of an attempt that another has replaced is refused',
    file: processes,
    replace: 'and t.attempt = o.attempt and t.state',
    by: 'and t.attempt >= o.attempt and t.state',
    tests: lease,
  },
  {
    rule: 'The output of a process that lost the turn is refused',
    file: processes,
    replace: "and t.state = 'running' and t.process_id = p_process",
    by: "and t.state = 'running'",
    tests: lease,
  },
  {
    rule: 'Each claim is another attempt',
    file: claim,
    replace: "update turns set state = 'running', attempt = attempt + 1, process_id = p_process, tag = null,",
    by: "update turns set state = 'running', attempt = 1, process_id = p_process, tag = null,",
    tests: lease,
  },
  {
    rule: 'A process without a lease claims nothing',
    file: claim,
    replace: 'where id = p_process and lease_until > now() and not draining',
    by: 'where id = p_process and not draining',
    tests: lease,
  },
  {
    rule: 'The third death of its worker fails a job',
    file: decide,
    replace: 'if (turn.lane !== null && deaths < maxDeaths)',
    by: 'if (turn.lane !== null && deaths <= maxDeaths)',
    tests: [...lease, decideTest],
  },
  {
    rule: 'A stream whose process died fails and is not run again',
    file: decide,
    replace: 'if (turn.lane !== null && deaths < maxDeaths)',
    by: 'if (deaths < maxDeaths)',
    tests: [...recovery, decideTest],
  },
  {
    rule: 'To be let go at a shutdown is no death',
    file: decide,
    replace: "return { kind: 'requeue', deaths: turn.deaths };",
    by: "return { kind: 'requeue', deaths: turn.deaths + 1 };",
    tests: [...recovery, decideTest],
  },
  {
    rule: 'The text of an attempt that ended goes with it',
    file: 'src/adapters/postgres/turns/ending-statements.ts',
    replace: '    { text: dropOutputSql, values: idOf(key) },\n',
    by: '',
    tests: ['test/adapters/postgres/turns/turn-store-lease.test.ts'],
  },
  {
    rule: 'A turn whose process is alive is nobody else’s',
    file: decide,
    replace: "if (turn.holder !== 'gone') return none;",
    by: 'if (turn.holder === null) return none;',
    tests: ['test/adapters/postgres/turns/turn-store-lease.test.ts', decideTest],
  },
  {
    rule: 'A lease that is still good is not taken away',
    file: processes,
    replace: 'where lease_until < now() - p_grace order by id',
    by: "where lease_until < now() + interval '1 hour' order by id",
    tests: lease,
  },
];

export const conversationBreaks: readonly Break[] = [
  {
    rule: 'A conversation has one running turn',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: "jobUuid === null || ifBusy !== 'reject' ?",
    by: "jobUuid === null || ifBusy !== '' ?",
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'An interrupt stops what runs',
    file: endings,
    replace: "and state = 'running' and cancel_reason is null;\n  select",
    by: "and state = 'accepted' and cancel_reason is null;\n  select",
    tests: ['test/flows/answers/busy.test.ts', 'test/flows/jobs/interrupt.test.ts'],
  },
  {
    rule: 'A job whose conversation is free again gets its place in the queue',
    file: decide,
    replace: 'return first === undefined || first.lane === null || first.isClaimable ? null : first;',
    by: 'return null;',
    tests: ['test/flows/jobs/accepted.test.ts', decideTest],
  },
  {
    rule: 'A job waits while another turn of its conversation runs',
    file: decide,
    replace: "if (others.some(({ state }) => state === 'running')) return null;",
    by: '',
    tests: [decideTest],
  },
  {
    rule: 'An end leaves a conversation in which others wait to a decision',
    file: endings,
    replace: 'and not (p_alone and (select true',
    by: 'and not (false and (select true',
    tests: [...finish, 'test/flows/jobs/accepted.test.ts'],
  },
  {
    rule: 'Jobs of one conversation run first come, first served',
    file: endings,
    replace: 'select p_answer_seq - (p_overtakes::bigint << 32)',
    by: 'select (p_overtakes::bigint << 32) - p_answer_seq',
    tests: ['test/flows/jobs/accepted.test.ts'],
  },
  {
    rule: 'A retry answers the last question and no other prompt',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: 'coalesce(a.prompt = q.content, true) as is_same',
    by: 'true as is_same',
    tests: ['test/flows/answers/retry.test.ts'],
  },
  {
    rule: 'Without an answer there is nothing to retry',
    file: 'src/core/turn/admission/admission-rules.ts',
    replace: '!retry || question?.isAnswered ? null',
    by: '!retry || question ? null',
    tests: ['test/core/turn/admission/admission-rules.test.ts'],
  },
  {
    rule: 'A prompt has the latest version of each answer, and only that',
    file: 'src/core/turn/prompt.ts',
    replace: 'if (answered.has(message.replyTo)) return false;',
    by: '',
    tests: ['test/flows/answers/retry.test.ts'],
  },
];

export const cursorBreaks: readonly Break[] = [
  {
    rule: 'A cursor of an older attempt begins the new text from its beginning',
    file: 'src/adapters/postgres/turns/turn-output.ts',
    replace: 'const asked = attempt === row.attempt ? from : 0;',
    by: 'const asked = from;',
    tests: ['test/flows/jobs/read.test.ts'],
  },
  {
    rule: 'No cursor cuts a character',
    file: 'src/adapters/postgres/turns/turn-output.ts',
    replace: '((bytes[start] ?? 0) & 0xc0) === 0x80) start++;',
    by: '((bytes[start] ?? 0) & 0xc0) === 0x00) start++;',
    tests: ['test/flows/jobs/read.test.ts'],
  },
  {
    rule: 'A cursor is an attempt and bytes, and nothing else',
    file: 'src/core/turn/cursor.ts',
    replace: 'const match = /^(\\d{1,9})\\.(\\d{1,12})$/.exec(text);',
    by: 'const match = /^(\\d{1,9})\\.(\\d{1,12})/.exec(text);',
    tests: ['test/core/turn/cursor.test.ts'],
  },
  {
    rule: 'A stored answer is followed from the cursor on',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'turns.readSlice(this.#owner, this.#turnId, this.#cursor),',
    by: 'turns.readSlice(this.#owner, this.#turnId, { ...this.#cursor, bytes: 0 }),',
    tests: ['test/flows/answers/stream-events.test.ts'],
  },
  {
    rule: 'A plain follower of an older attempt is cut, because it cannot be told',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'return !hasRead || this.#sink.reset(attempt);',
    by: 'return true;',
    tests: ['test/flows/jobs/follow.test.ts'],
  },
];
