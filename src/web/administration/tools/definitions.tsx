import type { Tool } from '#contract/tools/tools.ts';
import type { ToolWords } from './tools-props.ts';

type Definition = NonNullable<Tool['offered']>;

interface DefinitionsProps {
  readonly tool: Tool;
  readonly text: ToolWords;
}

/** What a model is told of a tool, and beside it what its server says by now where that is something else. */
export function Definitions({ tool, text }: DefinitionsProps) {
  const { approval, offered, changed } = tool;
  const shown: readonly (readonly [title: string, definition: Definition | null])[] =
    approval === null
      ? [[text.offeredNow, offered]]
      : [[text.asApproved, approval], ...(changed ? ([[text.offeredNow, offered]] as const) : [])];
  return (
    <details open={changed}>
      <summary>{changed ? text.whatChanged : text.definition}</summary>
      <div class="tries">
        {shown.map(([title, definition]) => (
          // biome-ignore lint/a11y/useSemanticElements: no fields, and no landmark, as other tools have the same names
          <div key={title} class="try" role="group" aria-label={title}>
            <p>
              <strong>{title}</strong>
            </p>
            {definition === null ? (
              <p class="note">{text.notOffered}</p>
            ) : (
              <>
                <p class="guidance-text" dir="auto">
                  {definition.description}
                </p>
                <pre class="schema" dir="ltr">
                  <code>{JSON.stringify(definition.input_schema, null, 2)}</code>
                </pre>
              </>
            )}
          </div>
        ))}
      </div>
    </details>
  );
}
