import { createTestDatabase } from '../support/database/test-database.ts';

/** Fails where the migrations do not run through. */
await using _database = await createTestDatabase();
