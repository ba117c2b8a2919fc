process.env['PARLEY_WHOLE_MATRIX'] = 'true';
// Loaded when this is set: every route with every segment, of which npm test has a sixth.
await import('../flows/requests/odd-paths.test.ts');
