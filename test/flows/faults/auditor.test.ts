import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openAuditedWorld } from '#test/auditor/audited-world.ts';
import { audit, auditHistory } from '#test/auditor/auditor.ts';
import { doctoredRows } from '#test/auditor/doctored-rows.ts';
import { doctoredWords } from '#test/auditor/doctored-words.ts';

describe('The auditor', () => {
  test('finds nothing where everything held', async () => {
    await using world = await openAuditedWorld();
    await audit(world);
    await auditHistory(world);
  });

  for (const [what, told, doctor] of [...doctoredRows, ...doctoredWords]) {
    test(`finds ${what}`, async () => {
      await using world = await openAuditedWorld();
      await doctor(world);
      await assert.rejects(async () => {
        await audit(world);
        await auditHistory(world);
      }, told);
    });
  }
});
