import './styles/account.css';
import { render } from 'preact';
import { readFirstData } from '../shared/first-data.ts';
import { startTheme } from '../shared/theme.ts';
import { App } from './app.tsx';
import { createAccount } from './state/account.ts';
import { startText } from './text/account-text.ts';

const data = readFirstData('account');
startTheme();

const host = document.getElementById('app');
if (host !== null) void startText().then(() => render(<App account={createAccount(data)} />, host));
