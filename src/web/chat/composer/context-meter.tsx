import { Meter } from '../../shared/components/meter.tsx';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';

/** How full the model's window is; its note says that this is not the quota. */
export function ContextMeter() {
  const context = useChat().current.value.context.value;
  if (context === null || context.window_tokens <= 0) return null;
  const { used_tokens: used, window_tokens: window } = context;
  const percent = Math.min(100, Math.ceil((used / window) * 100));
  return (
    <div class="context-meter">
      <Meter
        label={text.usage.context}
        value={percent}
        max={100}
        words={text.usage.contextValue(percent)}
        note={text.usage.contextHelp}
      />
    </div>
  );
}
