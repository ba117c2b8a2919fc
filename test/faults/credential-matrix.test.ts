process.env['PARLEY_WHOLE_MATRIX'] = 'true';
// Loaded when this is set: every route with every credential, of which npm test has some at each.
await import('../flows/owners/credential-matrix.test.ts');
