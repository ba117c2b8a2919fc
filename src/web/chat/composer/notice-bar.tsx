import { IconButton } from '../../shared/components/icon-button.tsx';
import { CloseIcon } from '../../shared/icons.tsx';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';

/**
 * What went wrong, next to where it can be fixed. The region is always present; otherwise it would not be announced.
 */
export function NoticeBar() {
  const chat = useChat();
  const notice = chat.notice.value;
  const message = notice?.message ?? (chat.paused.value ? text.problems.subscription_inactive : null);
  const dismiss = () => {
    chat.notice.value = null;
  };
  return (
    <div role="alert">
      {message !== null && (
        <div class="notice">
          <p>{message}</p>
          {notice?.actions.map((action) => (
            <button
              key={action.label}
              type="button"
              class="button small"
              onClick={() => {
                dismiss();
                action.run();
              }}
            >
              {action.label}
            </button>
          ))}
          {notice !== null && (
            <IconButton label={text.dismiss} onClick={dismiss}>
              <CloseIcon />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
}
