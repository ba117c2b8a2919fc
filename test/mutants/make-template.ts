import { createTestDatabase } from '../support/database/test-database.ts';

/** Fails when the migrations do not succeed. */
await using _database = await createTestDatabase();
