import type { StepStatus } from '#contract/answers/steps.ts';
import type { ToolCallStatus } from '../../tools/tool-call.ts';

/** How a reader sees a call. */
export function shownStatus(status: ToolCallStatus): StepStatus {
  switch (status) {
    case 'done':
    case 'unknown':
      return status;
    case 'pending':
    case 'confirmed':
    case 'open':
      return 'running';
    case 'declined':
    case 'expired':
    case 'failed':
      return 'failed';
  }
}
