import { laterWords } from '../text/words.ts';
import { AuditPanel } from './audit-panel.tsx';
import { EndedTurnsPanel } from './ended-turns-panel.tsx';
import { HandoffPanel } from './handoff-panel.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function SecuritySection() {
  return (
    <>
      <p class="note">{laterWords().security.note}</p>
      <SessionsPanel />
      <HandoffPanel />
      <PrivacyPanel />
      <EndedTurnsPanel />
      <AuditPanel />
    </>
  );
}
