import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#config';
import { ChartTools, type Manifest } from './chart-tools.ts';
import { requireTools, run } from './tools.ts';

/**
 * Renders the chart with Helm and validates each object, has systemd judge the unit and Caddy its configuration. No
 * cluster and no service is needed.
 */
requireTools({ npm: 'npm', unzip: 'unzip', caddy: 'caddy', 'systemd-analyze': 'systemd' });

const deploy = join(import.meta.dirname, '..', '..', 'deploy');
const chart = join(deploy, 'helm', 'parley');
/** What systemd gives a unit that may do everything is 9.6. */
const mostExposure = 2;
const folder = mkdtempSync(join(tmpdir(), 'parley-chart-'));
using _folder = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
const tools = new ChartTools();

const everything = {
  existingSecrets: ['parley', 'providers'],
  env: { PARLEY_MODEL: 'openai/gpt', PARLEY_TRUSTED_PROXIES: '10.0.0.0/8' },
  config: { limits: { drain_ms: 20_000 } },
  deployments: {
    web: { autoscaling: { enabled: true } },
    worker: { autoscaling: { enabled: true } },
  },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'parley-tls', annotations: { a: 'b' } },
  metrics: { serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } },
  networkPolicy: {
    ingressFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    database: { to: [{ ipBlock: { cidr: '10.1.0.0/16' } }] },
  },
  image: { pullSecrets: ['registry'] },
  serviceAccount: { annotations: { a: 'b' } },
  podLabels: { team: 'chat' },
  podAnnotations: { a: 'b' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'chat', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'high',
};

for (const [name, values] of Object.entries({ least: { existingSecrets: ['parley'] }, everything })) {
  const manifests = render(values);
  for (const manifest of manifests) await tools.validate(manifest);
  judge(manifests);
  console.log(`The chart with ${name} of its values: ${manifests.length} valid objects`);
}
assert.deepEqual(kindsOf(render(everything)), [
  ...['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Job', 'NetworkPolicy'],
  ...['PodDisruptionBudget', 'Service', 'ServiceAccount', 'ServiceMonitor'],
]);
for (const spec of [{ maxUnavailable: [1] }, { maxUnavailable: 1, selector: 'all' }]) {
  const wrong = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'wrong' }, spec };
  await assert.rejects(tools.validate(wrong), 'an object that Kubernetes refuses passed for valid');
}
tools.helm('lint', '--strict', chart, '--set=existingSecrets={parley}');
for (const [why, values] of Object.entries({
  'no secret is named': {},
  'a secret is among the values': { existingSecrets: ['a'], env: { PARLEY_SECRET: 'b' } },
  'a value is misspelt': { existingSecrets: ['a'], replica: 3 },
  'pods are killed before they have drained': {
    existingSecrets: ['a'],
    config: { limits: { drain_ms: 60_000 } },
  },
  'no certificate is named': { existingSecrets: ['a'], ingress: { enabled: true } },
}))
  assert.throws(() => render(values), `the chart was rendered although ${why}`);
console.log('The chart refuses values that cannot work');
// Five seconds before the signal and ten to store what is left stand beside each.
for (const [drain_ms, delay, seconds] of [
  [30_000, undefined, 47],
  [30_000, 0, 45],
  [20_000, '7', 42],
  [90_000, 60, 165],
] as const) {
  const env = delay === undefined ? {} : { PARLEY_SHUTDOWN_DELAY: delay };
  const config = { limits: { drain_ms } };
  const values = { existingSecrets: ['a'], env, config, drainSeconds: drain_ms / 1_000 };
  for (const { spec } of deploymentsOf(render(values)))
    assert.equal(spec.template.spec.terminationGracePeriodSeconds, seconds, `a delay of ${delay} seconds`);
}
console.log('A pod has the time that its settings let a stop take');

judgeUnit();
judgeCompose();
run('caddy', ['validate', '--adapter=caddyfile', `--config=${join(deploy, 'Caddyfile')}`], {
  DOMAIN: 'chat.example.com',
  CADDY_TLS: 'internal',
});
console.log('Caddy takes its configuration');

function render(values: object): readonly Manifest[] {
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  return tools.parse(tools.helm('template', 'parley', chart, '--namespace=chat', `--values=${file}`));
}

function kindsOf(manifests: readonly Manifest[]): readonly string[] {
  return [...new Set(manifests.map(({ kind }) => kind))].sort();
}

function deploymentsOf(manifests: readonly Manifest[]): readonly Deployment[] {
  return JSON.parse(JSON.stringify(manifests.filter(({ kind }) => kind === 'Deployment')));
}

/** What no schema knows. */
function judge(manifests: readonly Manifest[]): void {
  assert.ok(!kindsOf(manifests).includes('Secret'), 'the chart creates a secret');
  const named = (kind: string) =>
    manifests.filter((each) => each.kind === kind).map((each) => each.metadata.name);
  assert.deepEqual(named('PodDisruptionBudget'), named('Deployment'));
  const job = JSON.stringify(manifests.filter(({ kind }) => kind === 'Job'));
  assert.match(job, /"secretRef":\{"name":"parley"\}/);
  assert.doesNotMatch(
    job,
    /configMap|PARLEY_(?:CONFIG|MODEL)/,
    'the job needs what an upgrade has not created yet',
  );
  const deployments = deploymentsOf(manifests);
  const roles = deployments.flatMap(({ spec }) =>
    (spec.template.spec.containers[0]?.env ?? [])
      .filter(({ name }) => name === 'PARLEY_ROLES')
      .flatMap(({ value }) => value.split(',')),
  );
  assert.deepEqual(roles.sort(), ['api', 'console', 'hosted', 'worker']);
  for (const { spec } of deployments) {
    const { labels } = spec.template.metadata;
    for (const [name, value] of Object.entries(spec.selector.matchLabels)) assert.equal(labels[name], value);
    const [container] = spec.template.spec.containers;
    assert.equal(container?.securityContext.readOnlyRootFilesystem, true);
    assert.equal(spec.template.spec.securityContext.runAsUser, 10001);
    isConfiguration(container?.env ?? [], manifests);
  }
}

/** The service takes the variables of a pod as they are, together with its secrets. */
function isConfiguration(env: readonly Variable[], manifests: readonly Manifest[]): void {
  const file = join(folder, 'parley.json');
  const [map] = manifests.filter(({ kind }) => kind === 'ConfigMap');
  const { data }: { data?: Readonly<Record<string, string>> } = JSON.parse(JSON.stringify(map ?? {}));
  writeFileSync(file, data?.['parley.json'] ?? '{}');
  const stated = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const secrets = {
    DATABASE_URL: 'postgres://parley@db/parley',
    PARLEY_SECRET: 's'.repeat(32),
    OPENAI_API_KEY: 'sk-key',
  };
  const { notices } = readConfig({ ...stated, ...secrets, PARLEY_CONFIG: file });
  assert.deepEqual(notices, []);
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

interface Deployment {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: { readonly runAsUser: number };
        readonly containers: readonly {
          readonly env: readonly Variable[];
          readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
        }[];
      };
    };
  };
}

interface Service {
  readonly image?: string;
  readonly read_only?: boolean;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly unknown[] };
  readonly environment?: Readonly<Record<string, string>>;
}

/** An engine would be needed to run it. */
function judgeCompose(): void {
  const [file] = tools.parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'));
  const compose: { readonly services?: Readonly<Record<string, Service>> } = JSON.parse(JSON.stringify(file));
  const { parley = {}, postgres = {}, caddy = {} } = compose.services ?? {};
  assert.equal(parley.read_only, true);
  assert.match(String(postgres.image), /^postgres:18/);
  assert.deepEqual(
    [parley.ports, postgres.ports],
    [undefined, undefined],
    'only Caddy is reached from outside',
  );
  assert.ok(Array.isArray(caddy.ports));
  // Text with a colon in it becomes something else without quotes.
  for (const { healthcheck } of [parley, postgres])
    assert.ok(healthcheck?.test.every((word) => typeof word === 'string'));
  // As the engine would fill them in from compose.env.example.
  const stated = Object.entries(parley.environment ?? {}).map(([name, value]) => [name, filledIn(value)]);
  const { notices, publicOrigin } = readConfig(Object.fromEntries(stated));
  assert.deepEqual([notices, publicOrigin], [[], 'https://chat.example.com']);
  console.log('The compose file lets Caddy only be reached, and Parley takes its settings');
}

function filledIn(value: string): string {
  const values: Readonly<Record<string, string>> = {
    DOMAIN: 'chat.example.com',
    POSTGRES_PASSWORD: 'a'.repeat(48),
    PARLEY_SECRET: Buffer.alloc(32, 1).toString('base64'),
  };
  return value.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => {
    const known = values[name];
    assert.ok(known !== undefined, `compose.env.example has no ${name}`);
    return known;
  });
}

/** Its program is not installed here, so a copy of the unit names this Node. */
function judgeUnit(): void {
  const unit = join(folder, 'parley.service');
  const text = readFileSync(join(deploy, 'systemd', 'parley.service'), 'utf8');
  writeFileSync(unit, text.replaceAll('/opt/parley/node_modules/.bin/node', process.execPath));
  run('systemd-analyze', ['verify', '--man=no', unit]);
  const judged = run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(judged)?.[1]);
  assert.ok(exposure <= mostExposure, `the unit's exposure is ${exposure}`);
  console.log(`systemd takes the unit, with an exposure of ${exposure} of 10`);
}
