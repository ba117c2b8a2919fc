const storageKey = 'parley-tenant';

/** Fills in the tenant of the last sign-in when the URL names none, and remembers the submitted one. */
export function rememberTenant(tenant: HTMLInputElement): void {
  if (tenant.value === '') tenant.value = readLast();
  tenant.form?.addEventListener('submit', () => keep(tenant.value.trim()));
}

function readLast(): string {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

function keep(slug: string): void {
  try {
    localStorage.setItem(storageKey, slug);
  } catch {
    // Where storage is disabled, the service's own cookie may still remember it.
  }
}
