const words = { show: 'Show password', hide: 'Hide password' };

/** A button under a password field that shows what was typed. It is hidden again before it is sent. */
export function showPasswordOnDemand(input: HTMLInputElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet-button password-toggle';
  button.setAttribute('aria-controls', input.id);
  const reveal = (isShown: boolean) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? words.hide : words.show;
  };
  button.addEventListener('click', () => reveal(input.type === 'password'));
  // Browsers offer to keep what is in a password field, and would keep a text for suggestions.
  input.form?.addEventListener('submit', () => reveal(false));
  reveal(false);
  input.after(button);
}
