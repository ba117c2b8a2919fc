import type { Command } from '../command.ts';
import { agentCommands } from './agent.ts';
import { agentDocumentCommands } from './agent-documents.ts';
import { auditCommand } from './audit.ts';
import { backupCommand } from './backup.ts';
import { clientCommands } from './client.ts';
import { clientEndCommands } from './client-end.ts';
import { doctorCommand } from './doctor.ts';
import { guidanceCommands } from './guidance.ts';
import { migrateCommand } from './migrate.ts';
import { operatorCommands } from './operator.ts';
import { priceCommands } from './price.ts';
import { restoreCommand } from './restore.ts';
import { turnsCommand } from './turns.ts';
import { usageCommand } from './usage.ts';
import { userCommands } from './user.ts';
import { userDataCommands } from './user-data.ts';

/** Every command but `serve`, which is the service. */
export const commands: readonly Command[] = [
  migrateCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  ...clientCommands,
  ...clientEndCommands,
  ...userCommands,
  ...userDataCommands,
  ...agentCommands,
  ...agentDocumentCommands,
  ...guidanceCommands,
  ...operatorCommands,
  ...priceCommands,
  auditCommand,
  usageCommand,
  turnsCommand,
];
