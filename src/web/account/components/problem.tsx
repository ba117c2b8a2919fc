/** Why something did not work. The region is always there, or it would not be announced. */
export function Problem({ text }: { readonly text: string | null }) {
  return (
    <div class="problem" role="alert">
      {text !== null && <p>{text}</p>}
    </div>
  );
}
