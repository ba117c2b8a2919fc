import type { Method, Operation } from '../../../src/http/openapi/types.ts';
import { type Sample, sampleOf } from '../code-block.ts';

interface SampleRequest {
  readonly method: string;
  readonly url: string;
  /** The environment variable with what authenticates; null where nothing does. */
  readonly secret: string | null;
  readonly body: unknown;
  readonly answer: 'json' | 'text' | 'none';
}

/** A request of an operation with the values of its examples, in each language. */
export function requestSamples(method: Method, url: string, operation: Operation): Sample[] {
  const request: SampleRequest = {
    method: method.toUpperCase(),
    url: filled(url, operation),
    secret: secretOf(operation),
    body: operation.requestBody?.content['application/json']?.example,
    answer: answerOf(operation),
  };
  return [
    sampleOf('bash', curl(request)),
    sampleOf('typescript', typescript(request)),
    sampleOf('python', python(request)),
    sampleOf('php', php(request)),
  ];
}

function curl({ method, url, secret, body, answer }: SampleRequest): string {
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined);
  const flags = `${answer === 'text' ? '-N ' : ''}${isUsual ? '' : `-X ${method} `}`;
  const lines = [`curl ${flags}"${url}"`];
  if (secret !== null) lines.push(`-H "Authorization: Bearer $${secret}"`);
  if (body !== undefined)
    lines.push('-H "Content-Type: application/json"', `-d '${json(body, 2).replaceAll("'", "'\\''")}'`);
  return lines.join(' \\\n  ');
}

function typescript({ method, url, secret, body, answer }: SampleRequest): string {
  const headers = [
    ...(secret === null ? [] : [`    Authorization: \`Bearer \${process.env.${secret}}\`,`]),
    ...(body === undefined ? [] : [`    'Content-Type': 'application/json',`]),
  ];
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(json(body, 2), '  ')}),`]),
  ];
  const options = lines.length === 0 ? '' : `, {\n${lines.join('\n')}\n}`;
  const reading = {
    json: 'console.log(await response.json());',
    text: [
      'const decoder = new TextDecoder();',
      'for await (const bytes of response.body ?? []) {',
      '  process.stdout.write(decoder.decode(bytes, { stream: true }));',
      '}',
    ].join('\n'),
    none: 'console.log(response.status);',
  }[answer];
  return `const response = await fetch('${url}'${options});\n${reading}`;
}

function python({ method, url, secret, body, answer }: SampleRequest): string {
  const headers = [
    ...(secret === null ? [] : [`        "Authorization": "Bearer " + os.environ["${secret}"],`]),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ];
  const modules = [
    ...(answer === 'text' ? ['codecs'] : []),
    ...(body === undefined && answer !== 'json' ? [] : ['json']),
    ...(secret === null ? [] : ['os']),
    'urllib.request',
  ];
  const reading = {
    json: ['    print(json.load(response))'],
    text: [
      '    decode = codecs.getincrementaldecoder("utf-8")().decode',
      '    while piece := response.read1():',
      '        print(decode(piece), end="", flush=True)',
    ],
    none: ['    print(response.status)'],
  }[answer];
  return [
    `import ${modules.join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(body === undefined
      ? []
      : [`    data=json.dumps(${indented(pythonLiteral(body), '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...reading,
  ].join('\n');
}

function php({ method, url, secret, body, answer }: SampleRequest): string {
  const headers = [
    ...(secret === null ? [] : [`        'Authorization: Bearer ' . getenv('${secret}'),`]),
    ...(body === undefined ? [] : [`        'Content-Type: application/json',`]),
  ];
  const receiving =
    answer === 'text'
      ? [
          '    CURLOPT_WRITEFUNCTION => function ($curl, $piece) {',
          '        echo $piece;',
          '        return strlen($piece);',
          '    },',
        ]
      : ['    CURLOPT_RETURNTRANSFER => true,'];
  const reading = {
    json: 'print_r(json_decode(curl_exec($curl), true));',
    text: 'curl_exec($curl);',
    none: 'curl_exec($curl);\necho curl_getinfo($curl, CURLINFO_RESPONSE_CODE);',
  }[answer];
  return [
    '<?php',
    `$curl = curl_init('${url}');`,
    'curl_setopt_array($curl, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(headers.length === 0 ? [] : ['    CURLOPT_HTTPHEADER => [', ...headers, '    ],']),
    ...(body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${indented(phpLiteral(body), '    ')}),`]),
    ...receiving,
    ']);',
    reading,
  ].join('\n');
}

function secretOf({ security = [] }: Operation): string | null {
  if (security.some((scheme) => 'ApiKey' in scheme)) return 'PARLEY_KEY';
  return security.some((scheme) => 'SessionToken' in scheme) ? 'SESSION_TOKEN' : null;
}

function answerOf({ responses }: Operation): SampleRequest['answer'] {
  const types = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Number(status) < 300 ? Object.keys(content) : [],
  );
  if (types.includes('application/json')) return 'json';
  return types.length === 0 ? 'none' : 'text';
}

/** Path and required query parameters; one that a body may carry as well is shown in the query. */
function filled(url: string, { parameters = [], requestBody }: Operation): string {
  let path = url;
  const query: string[] = [];
  for (const { name, in: place, required, example } of parameters) {
    if (example === undefined) continue;
    const value = encodeURIComponent(String(example)).replaceAll('%3A', ':');
    if (place === 'path') path = path.replace(`{${name}}`, value);
    else if (place === 'query' && (required || (name === 'external_user_id' && requestBody === undefined)))
      query.push(`${name}=${value}`);
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function json(value: unknown, indent: number): string {
  return JSON.stringify(value, null, indent);
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

function pythonLiteral(value: unknown): string {
  const words = { true: 'True', false: 'False', null: 'None' } as const;
  return json(value, 4).replace(/(?<=^|[\s:[])(true|false|null)(?=,?$)/gm, (word) =>
    word === 'true' || word === 'false' || word === 'null' ? words[word] : word,
  );
}

function phpLiteral(value: unknown, indent = ''): string {
  const deeper = `${indent}    `;
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Array.isArray(value)
    ? value.map((item) => phpLiteral(item, deeper))
    : Object.entries(value).map(([name, member]) => `'${name}' => ${phpLiteral(member, deeper)}`);
  if (members.length === 0) return Array.isArray(value) ? '[]' : 'new stdClass()';
  return `[\n${members.map((member) => `${deeper}${member},\n`).join('')}${indent}]`;
}
