import pg from 'pg';

const { INT8, DATE } = pg.types.builtins;
const int8Array = 1016;
const dateArray = 1182;
const textArray: number = 1009;

/**
 * int8 as number and date as YYYY-MM-DD. Everything else as the driver parses it: timestamptz as Date, jsonb parsed,
 * numeric as text.
 */
export const databaseTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    if (oid === INT8) return safeInteger;
    if (oid === DATE) return (text: string) => text;
    if (oid === int8Array) return (text: string) => texts(text).map((item) => item && safeInteger(item));
    if (oid === dateArray) return texts;
    return pg.types.getTypeParser(oid, format);
  },
};

function texts(text: string): readonly (string | null)[] {
  return pg.types.getTypeParser(textArray, 'text')(text);
}

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The database sent ${text}, which a number cannot hold`);
  return number;
}
