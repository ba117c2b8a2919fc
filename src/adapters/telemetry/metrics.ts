import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
  type RegistryContentType,
} from 'prom-client';
import type { Exposition, MetricsSource } from '#core/numbers/metrics-source.ts';
import { type Family, type FamilyName, families } from './families.ts';

type Labels = Readonly<Record<string, string>>;
type NameOf<Kind extends Family['kind']> = {
  [Name in FamilyName]: (typeof families)[Name]['kind'] extends Kind ? Name : never;
}[FamilyName];

/** Sets the values of some gauges when they are read. */
export type Collect = (metrics: Metrics) => void | Promise<void>;

/** A collector that takes longer is left out of one exposition, so that an outage never hides the other families. */
const collectMs = 1_500;

/** Gauges that are named like counters; families with a label have the same numbers. */
const sumsOfTheLibrary = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** The families of this process. */
export class Metrics implements MetricsSource {
  readonly #registry = new Registry<RegistryContentType>();
  readonly #counters = new Map<string, Counter>();
  readonly #gauges = new Map<string, Gauge>();
  readonly #histograms = new Map<string, Histogram>();
  readonly #collectors: Collect[] = [];
  readonly #models = new BoundedLabel();
  readonly #clients: BoundedLabel | null;
  #hasProcessFamilies = false;
  #last: Promise<unknown> = Promise.resolve();

  /** `withClients`: families that can name the client get a label for it. */
  constructor({ withClients = false }: { readonly withClients?: boolean } = {}) {
    this.#clients = withClients ? new BoundedLabel() : null;
    for (const [name, family] of Object.entries<Family>(families)) this.#create(name, family);
  }

  count(name: NameOf<'counter'>, labels: Labels, by = 1): void {
    this.#counters.get(name)?.inc(labels, by);
  }

  observe(name: NameOf<'histogram'>, labels: Labels, value: number): void {
    this.#histograms.get(name)?.observe(labels, value);
  }

  set(name: NameOf<'gauge'>, labels: Labels, value: number): void {
    this.#gauges.get(name)?.set(labels, value);
  }

  /** Forgets the values of a gauge. */
  reset(name: NameOf<'gauge'>): void {
    const gauge = this.#gauges.get(name);
    gauge?.reset();
    // The library gives a gauge without labels the value 0, which would be a statement.
    if (families[name].labels.length === 0) gauge?.remove({});
  }

  /** The label of a client, where there is one. */
  client(slug: string): Labels {
    return this.#clients === null ? {} : { client: this.#clients.of(slug) };
  }

  model(model: string): string {
    return this.#models.of(model);
  }

  onCollect(collect: Collect): void {
    this.#collectors.push(collect);
  }

  /** One exposition at a time, because both formats share the registry. */
  expose(accept: string | undefined): Promise<Exposition> {
    const isOpenMetrics = accept?.includes('application/openmetrics-text') ?? false;
    const next = this.#last.then(() => this.#expose(isOpenMetrics));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #expose(isOpenMetrics: boolean): Promise<Exposition> {
    this.#addProcessFamilies();
    await Promise.all(this.#collectors.map((collect) => inTime(collect, this)));
    this.#registry.setContentType(
      isOpenMetrics ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE,
    );
    const named = this.#registry.getMetricsAsArray().map((metric) => ({ metric, name: metric.name }));
    const text = await this.#registry.metrics();
    // The library removes the ending of the names of counters for OpenMetrics, and then omits it from every later text.
    for (const { metric, name } of named) metric.name = name;
    return { contentType: this.#registry.contentType, text };
  }

  /** They watch the event loop and the garbage collector, so they begin when they are first read. */
  #addProcessFamilies(): void {
    if (this.#hasProcessFamilies) return;
    this.#hasProcessFamilies = true;
    collectDefaultMetrics({ register: this.#registry });
    for (const name of sumsOfTheLibrary) this.#registry.removeSingleMetric(name);
  }

  #create(name: string, family: Family): void {
    const { kind, name: familyName, help, labels, buckets = [], perClient } = family;
    const labelNames = [...labels, ...(perClient && this.#clients !== null ? ['client'] : [])];
    const settings = { name: familyName, help, labelNames, registers: [this.#registry] };
    switch (kind) {
      case 'counter':
        this.#counters.set(name, new Counter(settings));
        break;
      case 'gauge':
        this.#gauges.set(name, new Gauge(settings));
        break;
      case 'histogram':
        this.#histograms.set(name, new Histogram({ ...settings, buckets: [...buckets] }));
        break;
    }
  }
}

async function inTime(collect: Collect, metrics: Metrics): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, collectMs);
  const collected = (async () => collect(metrics))().catch(() => undefined);
  await Promise.race([collected, late]);
  clearTimeout(timer);
}

/** Values beyond this number share one name: unbounded labels would leak memory. */
const mostValues = 200;
const theRest = 'other';

/** The values of a label that the operator's settings choose, such as clients and models. */
class BoundedLabel {
  readonly #known = new Set<string>();

  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= mostValues) return theRest;
    this.#known.add(value);
    return value;
  }
}
