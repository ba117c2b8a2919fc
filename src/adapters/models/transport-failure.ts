import { ModelError } from '#core/models/model-error.ts';

/**
 * Maps an error of undici or the socket. If the response had begun, the answer is broken; before that, the provider
 * was unreachable.
 */
export function transportFailure(error: Error, responseBegan: boolean): ModelError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new ModelError('timeout', 'no connection to the provider in time', {
      retryable: true,
      failover: true,
      cause: error,
    });
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    // The cause may quote a header, and so the key.
    return new ModelError('rejected', 'the request cannot be sent: check the key and the model', {
      retryable: false,
    });
  }
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
