import type { SourceFile } from './source-files.ts';

/** Only the configuration reads the environment; everything else receives what it needs. */
export function findEnvironmentReads(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => path !== 'src/config.ts' && !path.startsWith('src/config/'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /\bprocess\.env\b|\bprocess\['env'\]|import\s*{[^}]*\benv\b[^}]*}\s*from 'node:process'/.test(line)
            ? [`${path}:${index + 1} reads the environment: take it from src/config.ts`]
            : [],
        ),
    );
}
