import type { Endpoint } from '#contract/endpoint.ts';
import { errorCodesOf, type Surface } from '#contract/endpoint-errors.ts';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { errorHeadersOf, type HeaderName } from '#contract/headers.ts';
import { OpenAiError, openAiCodeOf, openAiStatusOf, openAiTitleOf } from '#contract/openai/errors.ts';
import { openAiRefusal } from '../server/openai-refusal.ts';
import { sampleOf } from './problem-examples.ts';
import { describeSchema, schemaReference } from './schemas.ts';
import type { Reference, Response } from './types.ts';

/** The refusals of an operation by status, with their codes. */
export function refusalsOf(endpoint: Endpoint, surface: Surface): readonly [string, Response][] {
  const codes = errorCodesOf(endpoint, surface);
  return surface === 'openai' ? openAiRefusals(codes) : problems(codes);
}

function problems(codes: readonly ErrorCode[]): [string, Response][] {
  const statusOf = (code: ErrorCode) => errorTable[code].status;
  return codesByStatus(codes, statusOf).map(([status, group]) => [status, refusalResponse(group, status)]);
}

function openAiRefusals(codes: readonly ErrorCode[]): [string, Response][] {
  return codesByStatus(codes, openAiStatusOf).map(([status, group]) => {
    const names = group.map((code) => `\`${openAiCodeOf(code)}\`: ${openAiTitleOf(code)}.`);
    const named = group.flatMap((code) => errorHeadersOf(code, Number(status)));
    const headers = [...new Set<HeaderName>([...named, 'X-Should-Retry'])];
    const examples = Object.fromEntries(
      group.map((code) => {
        const summary = openAiTitleOf(code);
        return [openAiCodeOf(code), { summary, value: openAiRefusal(sampleOf(code)).body }];
      }),
    );
    const content = { 'application/json': { schema: describeSchema(OpenAiError), examples } };
    return [status, { description: names.join(' '), headers: headersOf(headers), content }];
  });
}

function codesByStatus(
  codes: readonly ErrorCode[],
  statusOf: (code: ErrorCode) => number,
): [string, readonly ErrorCode[]][] {
  const byStatus = Object.groupBy(codes, (code) => String(statusOf(code)));
  return Object.entries(byStatus).map(([status, group]) => [status, group ?? []]);
}

function refusalResponse(codes: readonly ErrorCode[], status: string): Response {
  const headers = [...new Set(codes.flatMap((code) => errorHeadersOf(code, Number(status))))];
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].title}.`).join(' '),
    headers: headersOf(headers),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            schemaReference('Problem'),
            {
              properties: { code: { type: 'string', enum: [...codes], description: 'Which of them it is.' } },
            },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

export function headersOf(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
