import './styles/account.css';
import { render } from 'preact';
import { readFirstData } from '../shared/first-data.ts';
import { setAccent, startTheme } from '../shared/theme.ts';
import { App } from './app.tsx';
import { createAccount } from './state/account.ts';

const data = readFirstData('account');
startTheme();
setAccent(data.tenant.accent);

const host = document.getElementById('app');
if (host !== null) render(<App account={createAccount(data)} />, host);
