const actors: Readonly<Record<string, string>> = {
  cli: 'Command line',
  key: 'Key of',
  op: 'Operator',
  hu: 'User',
  service: 'Parley itself',
};

export const auditWords = {
  none: 'Nothing was changed.',
  actors,
};
