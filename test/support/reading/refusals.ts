import assert from 'node:assert/strict';
import type { ErrorCode } from '#contract/errors.ts';
import { ParleyError } from '#core/errors.ts';

/** For `assert.rejects` and `assert.throws`: a refusal with this code. */
export function isRefusal(code: ErrorCode) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ParleyError);
    assert.equal(error.code, code);
    return true;
  };
}

/** A refusal of exactly the field at `pointer`. */
export function isInvalid(pointer: string) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ParleyError);
    assert.equal(error.code, 'validation_error');
    assert.deepEqual(
      error.fields.map((field) => field.pointer),
      [pointer],
    );
    return true;
  };
}
