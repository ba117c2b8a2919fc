import type { Break } from '../../break.ts';

const providers = ['test/core/screens/present-providers.test.ts'];
const charts = ['test/web/console/console.test.ts'];
const file = 'src/core/screens/present-providers.ts';
const series = 'src/web/console/charts/series-of.ts';

export const verdictBreaks: readonly Break[] = [
  {
    rule: 'The screens of the console say the same of a provider',
    file,
    replace: 'status: statusOf(provider.id, callsOf(own), processes)',
    by: 'status: statusOf(provider.id, callsOf([]), processes)',
    tests: providers,
  },
  {
    rule: 'A provider of which every twentieth call fails works',
    file,
    replace: 'failed > failingShare * calls',
    by: 'failed >= failingShare * calls',
    tests: providers,
  },
  {
    rule: 'A provider that is down is down, whatever share of its calls failed',
    file,
    replace: "['unavailable', 'degraded', 'available']",
    by: "['degraded', 'unavailable', 'available']",
    tests: providers,
  },
  {
    rule: 'A chart has one rest',
    file: series,
    replace: '.filter((key) => key !== restKey)',
    by: '',
    tests: charts,
  },
  {
    rule: 'The rest of a chart is grey',
    file: series,
    replace: 'isRest: true',
    by: '',
    tests: charts,
  },
];
