/** Why an action failed. The region is always present; otherwise it would not be announced. */
export function Problem({ text }: { readonly text: string | null }) {
  return (
    <div class="problem" role="alert">
      {text !== null && <p>{text}</p>}
    </div>
  );
}
