/** The part of OpenAPI 3.1 that the service's own description uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly jsonSchemaDialect: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly Server[];
  readonly security: readonly Security[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export type Schema = Readonly<Record<string, unknown>>;
export type Security = Readonly<Record<string, readonly string[]>>;
export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';
export type Reference = { readonly $ref: string };

export interface Server {
  readonly url: string;
  readonly description: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
}

export type PathItem = { readonly servers?: readonly Server[] } & {
  readonly [method in Method]?: Operation;
};

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Security[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  /** Refusals: one for each code. */
  readonly examples?: Readonly<Record<string, Reference | Example>>;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** The example of one operation in the description. */
export interface OperationExample {
  /** Values of parameters, by name. */
  readonly parameters?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: object;
  /** A body that is a file, by its media type, where that is text. */
  readonly file?: Readonly<Record<string, string>>;
  /** By status; streams have examples of their own. */
  readonly answers?: Readonly<Record<number, object>>;
}
