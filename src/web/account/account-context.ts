import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Account } from './state/account.ts';

export const AccountContext = createContext<Account | null>(null);

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('There is no account around this component');
  return account;
}
