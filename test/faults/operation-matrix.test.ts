process.env['PARLEY_WHOLE_MATRIX'] = 'true';
// Loaded when this is set: every operation for every role, of which npm test leaves out those in between.
await import('../flows/console/operation-matrix.test.ts');
