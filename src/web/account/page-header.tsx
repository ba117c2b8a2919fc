import { Menu } from '../shared/components/menu.tsx';
import { MenuIcon } from '../shared/icons.tsx';
import { chooseTheme, theme, themes } from '../shared/theme.ts';
import { useAccount } from './account-context.ts';
import { words } from './text/words.ts';

export function PageHeader() {
  const { data, brand } = useAccount();
  const { has_logo: hasLogo, logo_url: logoUrl } = brand.value;
  return (
    <header class="page-header">
      <p class="tenant">
        {hasLogo && <img src={logoUrl} alt="" />}
        <span>{data.tenant.name}</span>
      </p>
      {data.chatUrl !== null && (
        <a class="button small" href={data.chatUrl}>
          {words.backToChat}
        </a>
      )}
      <Menu label={words.menu} icon={<MenuIcon />}>
        <p class="menu-user">{data.user.label}</p>
        <fieldset class="theme-choice">
          <legend class="visually-hidden">{words.theme}</legend>
          {themes.map((name) => (
            <button
              key={name}
              type="button"
              data-stay
              aria-pressed={theme.value === name}
              onClick={() => chooseTheme(name)}
            >
              {words.themes[name]}
            </button>
          ))}
        </fieldset>
        <form method="post" action={data.signOutUrl}>
          <button type="submit">{words.signOut}</button>
        </form>
      </Menu>
    </header>
  );
}
