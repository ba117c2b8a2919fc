import { createTestDatabase } from '../support/test-database.ts';

/** Fails where the migrations do not run through. */
await using _database = await createTestDatabase();
