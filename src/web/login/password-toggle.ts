/** A button below a password field that shows its text. The text is hidden again before it is sent. */
export function showPasswordOnDemand(input: HTMLInputElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet-button password-toggle';
  button.setAttribute('aria-controls', input.id);
  const reveal = (isShown: boolean) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = input.dataset[isShown ? 'hide' : 'show'] ?? '';
  };
  button.addEventListener('click', () => reveal(input.type === 'password'));
  // Browsers offer to store the content of a password field, and would keep plain text for suggestions.
  input.form?.addEventListener('submit', () => reveal(false));
  reveal(false);
  input.after(button);
}
