import './styles/account.css';
import { render } from 'preact';
import { AdministrationContext } from '../administration/state/administration.ts';
import { readFirstData } from '../shared/first-data.ts';
import { startTheme } from '../shared/theme.ts';
import { accountAdministration } from './account-administration.tsx';
import { App } from './app.tsx';
import { createAccount } from './state/account.ts';
import { startText } from './text/account-text.ts';

const data = readFirstData('account');
startTheme();

const host = document.getElementById('app');
if (host !== null) {
  const account = createAccount(data);
  void startText().then(() =>
    render(
      <AdministrationContext.Provider value={accountAdministration(account)}>
        <App account={account} />
      </AdministrationContext.Provider>,
      host,
    ),
  );
}
