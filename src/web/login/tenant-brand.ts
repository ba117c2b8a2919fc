/** Typing counts as finished after this pause. */
const pauseMs = 300;

/** Shows the logo and the colour of the tenant whose name is in the field. */
export function followTenant(tenant: HTMLInputElement): void {
  let shown = tenant.defaultValue;
  let timer: ReturnType<typeof setTimeout>;
  const show = () => {
    const slug = tenant.value.trim();
    if (slug === shown) return;
    shown = slug;
    showBrand(slug);
  };
  tenant.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, pauseMs);
  });
  tenant.addEventListener('change', show);
  show();
}

function showBrand(slug: string): void {
  const query = new URLSearchParams({ tenant: slug });
  const logo = document.querySelector<HTMLImageElement>('.sign-in-logo');
  if (logo !== null) logo.src = `/brand/logo?${query}`;
  const colors = document.querySelector<HTMLLinkElement>('link[href^="/brand/theme.css"]');
  if (colors !== null) colors.href = `/brand/theme.css?${query}`;
}
