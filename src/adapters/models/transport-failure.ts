import { ModelError } from '#core/models/model-error.ts';

/** The key, or what else is in a header, cannot be sent. */
export function unsendable(): ModelError {
  return new ModelError('rejected', 'the request cannot be sent: check the key and the model', {
    retryable: false,
  });
}

/**
 * Maps an error of the connection. If the response had begun, the answer is broken; before that, the provider
 * was unreachable.
 */
export function transportFailure(error: Error, responseBegan: boolean): ModelError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (responseBegan) {
    return new ModelError('rejected', `the answer broke off (${code})`, {
      retryable: true,
      failover: true,
      cause: error,
    });
  }
  return new ModelError('unavailable', `no connection to the provider (${code})`, {
    retryable: true,
    failover: true,
    cause: error,
  });
}
