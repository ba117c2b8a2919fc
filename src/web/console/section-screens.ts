import type { ComponentType } from 'preact';
import { lazy } from '../shared/components/lazy.tsx';
import { OverviewScreen } from './overview/overview-screen.tsx';
import type { SectionName } from './sections.ts';

/** The first screen comes with the page, the others when they are opened. */
export const sectionScreens: Record<SectionName, ComponentType<object>> = {
  overview: OverviewScreen,
  partners: lazy(() => import('./partners/partners-screen.tsx').then((part) => part.PartnersScreen)),
  usage: lazy(() => import('./usage/usage-screen.tsx').then((part) => part.UsageScreen)),
  live: lazy(() => import('./live/live-screen.tsx').then((part) => part.LiveScreen)),
  failures: lazy(() => import('./failures/failures-screen.tsx').then((part) => part.FailuresScreen)),
  providers: lazy(() => import('./providers/providers-screen.tsx').then((part) => part.ProvidersScreen)),
  agents: lazy(() => import('./agents/agents-screen.tsx').then((part) => part.AgentsScreen)),
  audit: lazy(() => import('./audit/audit-screen.tsx').then((part) => part.AuditScreen)),
  settings: lazy(() => import('./settings/settings-screen.tsx').then((part) => part.SettingsScreen)),
};
