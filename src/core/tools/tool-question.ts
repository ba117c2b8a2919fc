import { membersOf, type Schema } from '#contract/schemas/check-arguments.ts';
import { isObject } from '#contract/schemas/is-object.ts';
import { errors } from '../errors.ts';
import { checkShown } from './asked-question.ts';
import { isScalarType, typeOf } from './tool-schema.ts';

/**
 * The question that a person is asked before a writing call. What it names in braces is a required argument that is
 * one line of text, so that no sentence has a hole, whatever a model asks for.
 */
export function checkQuestion(question: string | null, schema: Schema): string {
  const refuse = (detail: string, code: string) => errors.invalidField('/confirm', detail, code);
  if (question === null) throw refuse('is required for tools that write', 'required');
  checkShown('/confirm', question);
  const names = [...question.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (question.replaceAll(/\{[^{}]*\}/g, '').match(/[{}]/))
    throw refuse('has a brace without another', 'invalid');
  const properties = membersOf(schema['properties']);
  const required: unknown = schema['required'];
  for (const name of names) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isNamed = isObject(property) && isScalarType(typeOf(property));
    if (!isNamed) throw refuse(`{${name}} is no argument of one line`, 'unknown');
    if (!Array.isArray(required) || !required.includes(name))
      throw refuse(`{${name}} is not required`, 'invalid');
  }
  return question;
}
