import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditAction } from '#core/audit/audit.ts';
import { common } from '#locales/en/common.ts';
import type { Break } from '#test/break.ts';
import { describeEntry } from '../../../src/web/administration/audit/describe-entry.ts';
import { auditActions, auditText } from '../../../src/web/console/audit/audit-text.ts';
import { setCommonText } from '../../../src/web/shared/text/common-text.ts';

Object.assign(globalThis, { document: { documentElement: { lang: 'en', dir: 'ltr' } } });
setCommonText(common);

test('every action of the audit log has words in the console', () => {
  const named: Readonly<Record<AuditAction, string>> = auditActions;
  equal(Object.values(named).filter((words) => /[._]/.test(words)).length, 0);
});

test('a change is told in words, and what has none by its name', () => {
  const before = { enabled: true, subscription_status: 'past_due', sha256: 'a', deep_dive: null };
  const after = {
    ...before,
    enabled: false,
    subscription_status: 'active',
    user_limits: { requests: 1_500 },
    deep_dive: { model: null, effort: 'high' },
    a_new_member: 'x',
  };
  equal(
    describeEntry(before, after, auditText),
    [
      'Enabled: Yes → No',
      'Subscription: Past due → Active',
      'Deep Dive: nothing → Model nothing, Effort high',
      'Limits for each user: Requests 1,500, Priority no limit, Deep Dive no limit',
      'a_new_member: x',
    ].join(', '),
  );
});

test('what a new thing does not have is not told', () => {
  const webhook = { url: 'https://a.example', types: null, description: '', enabled: true };
  equal(describeEntry(null, webhook, auditText), 'Address: https://a.example, Enabled: Yes');
  equal(describeEntry({ types: ['a'] }, { types: null }, auditText), 'Types: a → nothing');
});

export const breaks: readonly Break[] = [
  {
    rule: 'The parts of a changed value are described in words',
    file: 'src/web/administration/audit/describe-entry.ts',
    replace: 'limitsIn(value, text) : partsOf(value, text)',
    by: 'limitsIn(value, text) : null',
  },
  {
    rule: 'The console describes the values of a change in words',
    file: 'src/web/console/audit/audit-text.ts',
    replace: '    subscription_status: statuses,',
    by: '',
  },
  {
    rule: 'What a new thing does not have is left out',
    file: 'src/web/administration/audit/describe-entry.ts',
    replace: "value !== null && value !== ''",
    by: 'value !== undefined',
  },
];
