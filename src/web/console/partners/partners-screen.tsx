import { lazy } from '../../shared/components/lazy.tsx';
import { useConsole } from '../console-context.ts';
import { PartnerList } from './list/partner-list.tsx';

const PartnerPage = lazy<{ readonly slug: string }>(() =>
  import('./partner-page.tsx').then((part) => part.PartnerPage),
);

export function PartnersScreen() {
  const { name } = useConsole().route.value;
  return name === null ? <PartnerList /> : <PartnerPage key={name} slug={name} />;
}
