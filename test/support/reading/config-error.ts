import assert from 'node:assert/strict';
import { ConfigError, readConfig } from '#config';

/** The mistakes of an environment that must not be accepted. */
export function configErrorOf(environment: Record<string, string>): ConfigError {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  return assert.fail('the configuration was accepted');
}
