import { keyEndpoints } from '../operations/endpoints-of.ts';
import { peopleOperations } from '../operations/people.ts';

/** The operations with which a partner manages its end users. */
export const peopleEndpoints = keyEndpoints(peopleOperations);
