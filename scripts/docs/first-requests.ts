import { sampleOf } from './code-block.ts';

const origin = 'http://localhost:8080';

/** The first request of a partner, in each language. */
export const firstRequests = [
  sampleOf(
    'bash',
    `curl -N "${origin}/v1/stream" \\
  -H "Authorization: Bearer $PARLEY_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "prompt": "What can you do?",
    "context": { "external_user_id": "user-1" }
  }'`,
  ),
  sampleOf(
    'typescript',
    `import { Parley } from '@parley/client';

const client = new Parley({
  apiKey: process.env.PARLEY_KEY ?? '',
  baseUrl: '${origin}/v1',
});

const answer = client.stream({
  prompt: 'What can you do?',
  externalUserId: 'user-1',
});
for await (const text of answer) process.stdout.write(text);`,
  ),
  sampleOf(
    'python',
    `import codecs, json, os, urllib.request

request = urllib.request.Request(
    "${origin}/v1/stream",
    headers={
        "Authorization": "Bearer " + os.environ["PARLEY_KEY"],
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "prompt": "What can you do?",
        "context": {"external_user_id": "user-1"},
    }).encode(),
)
decode = codecs.getincrementaldecoder("utf-8")().decode
with urllib.request.urlopen(request) as response:
    while piece := response.read1():
        print(decode(piece), end="", flush=True)`,
  ),
  sampleOf(
    'php',
    `<?php
$curl = curl_init('${origin}/v1/stream');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('PARLEY_KEY'),
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'prompt' => 'What can you do?',
        'context' => ['external_user_id' => 'user-1'],
    ]),
    CURLOPT_WRITEFUNCTION => function ($curl, $piece) {
        echo $piece;
        return strlen($piece);
    },
]);
curl_exec($curl);`,
  ),
];
