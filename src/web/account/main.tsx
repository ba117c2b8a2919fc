import './styles/account.css';
import { render } from 'preact';
import { readFirstData } from '../shared/first-data.ts';
import { setCommonText } from '../shared/text/common-text.ts';
import { common } from '../shared/text/en/common.ts';
import { startTheme } from '../shared/theme.ts';
import { App } from './app.tsx';
import { createAccount } from './state/account.ts';

const data = readFirstData('account');
setCommonText(common);
startTheme();

const host = document.getElementById('app');
if (host !== null) render(<App account={createAccount(data)} />, host);
