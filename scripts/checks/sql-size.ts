import type { SourceFile } from './source-files.ts';

const maxFileLines = 300;
const maxFunctionLines = 60;
/** Migrations up to this one were released before there was a limit. */
const lastUnlimited = 6;

/** A function begins in the first column, and its body ends with the last `$$`. */
const functionText = /^create (?:or replace )?function (\w+)\([\s\S]*?\$\$[\s\S]*?\$\$/gim;

/** SQL files and functions that exceed the limit. A program writes the dump of the schema. */
export function findLongSql(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith('database/functions/') || isLimitedMigration(path))
    .flatMap(({ path, text }) => [...findLongFile(path, text), ...findLongFunctions(path, text)]);
}

function isLimitedMigration(path: string): boolean {
  const [, number] = /^database\/migrations\/(\d+)-/.exec(path) ?? [];
  return number !== undefined && Number(number) > lastUnlimited;
}

function findLongFile(path: string, text: string): readonly string[] {
  const lines = text.split('\n').length - 1;
  return lines > maxFileLines ? [`${path} has ${lines} lines, more than ${maxFileLines}`] : [];
}

function findLongFunctions(path: string, text: string): readonly string[] {
  return [...text.matchAll(functionText)].flatMap(([body, name]) => {
    const lines = body.split('\n').length;
    return lines > maxFunctionLines
      ? [
          `${path}: ${name} has ${lines} lines, more than ${maxFunctionLines}: look for the part with a name of its own`,
        ]
      : [];
  });
}
