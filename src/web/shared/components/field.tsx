import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly problem?: string | null;
  /** Renders the control with the ids that tie it to its label and its problem. */
  readonly children: (ids: { id: string; 'aria-describedby': string | undefined }) => ComponentChildren;
}

export function Field({ label, problem, children }: FieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': problem ? problemId : undefined })}
      {problem && (
        <p class="field-problem" id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
