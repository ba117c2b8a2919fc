process.env['PARLEY_WHOLE_MATRIX'] = 'true';
// Loaded when this is set: every route with every credential, of which npm test has a third.
await import('../flows/owners/credential-matrix.test.ts');
