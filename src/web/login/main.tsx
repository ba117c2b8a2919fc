import './styles/login.css';
import { followStrength } from './password-strength.ts';
import { showPasswordOnDemand } from './password-toggle.ts';
import { rememberTenant } from './remember-tenant.ts';
import { followTenant } from './tenant-brand.ts';

// The forms work without this script.
const tenant = document.querySelector<HTMLInputElement>('input[name="tenant"]');
if (tenant !== null) {
  rememberTenant(tenant);
  followTenant(tenant);
}
document.querySelector('#language')?.addEventListener('change', ({ currentTarget }) => {
  if (currentTarget instanceof HTMLSelectElement) currentTarget.form?.requestSubmit();
});
for (const input of document.querySelectorAll<HTMLInputElement>('input[type="password"]')) {
  if (input.autocomplete === 'new-password') followStrength(input);
  showPasswordOnDemand(input);
}
