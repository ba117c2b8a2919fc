import type { Static, TObject } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';

/** One use of an operation, ready to be sent. */
export interface Call<Answer> {
  readonly method: Endpoint['method'];
  /** Path and query. */
  readonly address: string;
  readonly body?: unknown;
  /** Never present: it tells the compiler what a success answers. */
  readonly answer?: Answer;
}

/** What an operation needs: its path's parameters, its query and its body, each only where the row has it. */
export type CallInput<E extends Endpoint> = ParamsInput<E['path']> &
  QueryInput<Static<E['query']>> &
  BodyInput<E>;

/** The value that a success carries; lines and rows are one text. */
export type CallAnswer<E extends Endpoint> = AnswerOf<E['answers'][keyof E['answers']]>;

/** Method and path of each operation, without the schemas of the rows. */
export type Routes<Rows extends Readonly<Record<string, Endpoint>>> = {
  readonly [N in keyof Rows]: readonly [Rows[N]['method'], OwnPath<Rows[N]['path']>];
};

/** The console serves the operations below `/admin` without that word. */
type OwnPath<Path extends string> = Path extends `/admin${infer Rest}` ? Rest : Path;

/**
 * Creates the calls of a table of operations, which a host serves below `root`. Nothing is sent until the call is sent.
 */
export function createCall<Rows extends Readonly<Record<string, Endpoint>>>(
  routes: Routes<Rows>,
  root: string,
) {
  return <N extends keyof Rows>(name: N, input: CallInput<Rows[N]> & Parts): Call<CallAnswer<Rows[N]>> => {
    const { params = {}, query = {}, body }: Parts = input;
    const [method, path] = routes[name];
    const values = new Map(Object.entries(params));
    const address = path.replaceAll(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String(values.get(key))),
    );
    return { method, address: root + address + queryOf(query), ...(body !== undefined && { body }) };
  };
}

/** The same read from where a page of a list ended. */
export function callAfter<Answer>(call: Call<Answer>, cursor: string): Call<Answer> {
  const { address } = call;
  const mark = address.includes('?') ? '&' : '?';
  return { ...call, address: `${address}${mark}cursor=${encodeURIComponent(cursor)}` };
}

/** A query with its question mark. What is empty or absent is not sent. */
export function queryOf(query: object): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const text = String(value ?? '');
    return text === '' ? [] : [[name, text]];
  });
  const text = new URLSearchParams(given).toString();
  return text && `?${text}`;
}

/** Every input in the form that the function reads. */
interface Parts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
}

type ParamsInput<Path extends string> = [ParamName<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [N in ParamName<Path>]: string } };

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type QueryInput<Query> = [keyof Query] extends [never]
  ? { readonly query?: never }
  : object extends Query
    ? { readonly query?: Given<Query> }
    : { readonly query: Given<Query> };

/** Optional inputs may also be empty. */
type Given<Query> = {
  readonly [N in keyof Query]: object extends Pick<Query, N> ? Query[N] | null | undefined : Query[N];
};

type BodyInput<E extends Endpoint> = E['body'] extends TObject
  ? [keyof Static<E['body']>] extends [never]
    ? { readonly body?: never }
    : E extends { readonly bodyOptional: true }
      ? { readonly body?: Static<E['body']> }
      : { readonly body: Static<E['body']> }
  : { readonly body?: never };

type AnswerOf<Answer> = Answer extends TObject
  ? Static<Answer>
  : Answer extends 'lines' | 'csv'
    ? string
    : never;
