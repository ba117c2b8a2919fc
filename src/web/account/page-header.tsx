import { LanguageChoice } from '../shared/components/language-choice.tsx';
import { Menu } from '../shared/components/menu.tsx';
import { ThemeChoice } from '../shared/components/theme-choice.tsx';
import { MenuIcon } from '../shared/icons.tsx';
import { useAccount } from './account-context.ts';
import { chooseLanguage } from './state/choose-language.ts';
import { language } from './text/account-text.ts';
import { words } from './text/words.ts';

export function PageHeader() {
  const account = useAccount();
  const { data, brand } = account;
  const { has_logo: hasLogo, logo_url: logoUrl } = brand.value;
  return (
    <header class="page-header">
      <p class="tenant">
        {hasLogo && <img src={logoUrl} alt="" />}
        <span>{data.tenant.name}</span>
      </p>
      {data.chatUrl !== null && (
        <a class="button small" href={data.chatUrl}>
          {words().backToChat}
        </a>
      )}
      <Menu label={words().menu} icon={<MenuIcon />}>
        <p class="menu-user">{data.user.label}</p>
        <ThemeChoice legend={words().theme} names={words().themes} />
        <LanguageChoice chosen={language.value} onChoose={(wanted) => void chooseLanguage(account, wanted)} />
        <form method="post" action={data.signOutUrl}>
          <button type="submit">{words().signOut}</button>
        </form>
      </Menu>
    </header>
  );
}
