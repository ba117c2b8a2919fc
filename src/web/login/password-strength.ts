const shortest = 12;
const guessedFirst = /password|qwert|letmein|welcome|admin|iloveyou|changeme|monkey|dragon|football/gi;

/**
 * Says below a field for a new password how strong it seems so far. The service decides, with a list of common
 * passwords.
 */
export function followStrength(input: HTMLInputElement): void {
  const shown = document.createElement('p');
  shown.className = 'password-strength';
  shown.setAttribute('aria-live', 'polite');
  shown.hidden = true;
  input.addEventListener('input', () => {
    const level = strengthOf(input.value);
    shown.hidden = input.value === '';
    shown.dataset['level'] = level;
    shown.textContent = input.dataset[level] ?? '';
  });
  input.after(shown);
}

/** Counts the characters that are not part of common patterns. */
function strengthOf(password: string): 'short' | 'weak' | 'fair' | 'strong' {
  const length = [...password].length;
  if (length < shortest) return 'short';
  const own = password.replaceAll(guessedFirst, '').toLowerCase();
  const variety = new Set(own).size;
  if (variety < 5 || [...own].length < 8) return 'weak';
  return length >= 16 && variety >= 8 ? 'strong' : 'fair';
}
