import type { AgentHistory } from '#contract/console/screens.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { localDate } from '../../shared/dates.ts';
import { actorName } from '../components/actor-name.ts';
import { agentWords as text } from './agent-words.ts';

interface AgentVersionsProps {
  readonly versions: AgentHistory['versions'];
  /** Null where the role may not change the agent. */
  readonly onRestore: ((instructions: string) => void) | null;
}

export function AgentVersions({ versions, onRestore }: AgentVersionsProps) {
  const changes = versions.flatMap((entry) => {
    const instructions = entry.before?.['instructions'];
    return typeof instructions === 'string' ? [{ entry, instructions }] : [];
  });
  return (
    <Panel title={text.versions} note={text.versionsNote}>
      {changes.length === 0 && <p class="empty">{text.noVersions}</p>}
      {changes.map(({ entry, instructions }) => (
        <details key={entry.id} class="version">
          <summary>{text.until(localDate(entry.at), actorName(entry.actor, entry.actor_email))}</summary>
          <pre dir="auto">{instructions}</pre>
          {onRestore && (
            <button type="button" class="button small" onClick={() => onRestore(instructions)}>
              {text.restore}
              <span class="visually-hidden"> {localDate(entry.at)}</span>
            </button>
          )}
        </details>
      ))}
    </Panel>
  );
}
