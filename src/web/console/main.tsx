import './styles/console.css';
import { render } from 'preact';
import { common } from '#locales/en/common.ts';
import { AdministrationContext } from '../administration/state/administration.ts';
import { readFirstData } from '../shared/first-data.ts';
import { setCommonText } from '../shared/text/common-text.ts';
import { startTheme } from '../shared/theme.ts';
import { App } from './app.tsx';
import { startClock } from './state/clock.ts';
import { createConsole } from './state/console.ts';
import { consoleAdministration } from './state/console-administration.ts';

const { session } = readFirstData('console');
setCommonText(common);
startTheme();
startClock();

const host = document.getElementById('app');
if (host !== null) {
  const state = createConsole(session);
  render(
    <AdministrationContext.Provider value={consoleAdministration(state)}>
      <App state={state} />
    </AdministrationContext.Provider>,
    host,
  );
}
