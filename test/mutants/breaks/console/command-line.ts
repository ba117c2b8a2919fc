import type { Break } from '../../break.ts';

const words = ['test/cli/plain-words.test.ts'];
const vendors = ['test/flows/answers/unknown-models.test.ts'];

export const commandLineBreaks: readonly Break[] = [
  {
    rule: 'a refusal at a shell names the option',
    file: 'src/cli/run.ts',
    replace: 'throw inCommand(command, error);',
    by: 'throw error;',
    tests: words,
  },
  {
    rule: 'an option that has another name than its field is named',
    file: 'src/cli/field-names.ts',
    replace: '[optionNames[name] ?? name, name]',
    by: '[name]',
    tests: words,
  },
  {
    rule: 'a number below zero is a value',
    file: 'src/cli/parse-arguments.ts',
    replace: 'const negative = /^-(?=',
    by: 'const negative = /^never-(?=',
    tests: words,
  },
  {
    rule: 'an unknown command is answered with the one that was meant',
    file: 'src/cli/meant-command.ts',
    replace: 'return inOrder(first, second) ?? inOrder(second, first);',
    by: 'return inOrder(first, second);',
    tests: words,
  },
  {
    rule: 'a command that changes nothing says so',
    file: 'src/cli/unchanged.ts',
    replace: '!isDeepStrictEqual(settled(before), settled(after))',
    by: '!isDeepStrictEqual(before, after)',
    tests: words,
  },
  {
    rule: 'a variable that the guides have partners set is none of the service',
    file: 'src/config/unknown-variables.ts',
    replace: "'PARLEY_URL', 'PARLEY_TENANT_URL'",
    by: "'PARLEY_URL'",
    tests: ['test/config-unknown-variables.test.ts'],
  },
  {
    rule: 'doctor fails for no model that nothing names',
    file: 'src/app/diagnose-providers.ts',
    replace: 'unknownModels.some((model) => used',
    by: 'unknownModels.some((model) => unknownModels.includes(model) || used',
    tests: vendors,
  },
  {
    rule: 'a model that its provider does not know is said at once',
    file: 'src/app/diagnose-providers.ts',
    replace: 'if (!unknownModels.includes(reference.model)) return [];',
    by: 'return [];',
    tests: vendors,
  },
];
