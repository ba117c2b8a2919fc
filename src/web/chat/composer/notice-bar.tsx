import { IconButton } from '../../shared/components/icon-button.tsx';
import { CloseIcon } from '../../shared/icons.tsx';
import { text } from '../../shared/text/text.ts';
import { useChat } from '../chat-context.ts';
import { whyNotSend } from '../state/why-not-send.ts';

export const noticeId = 'notice';

/**
 * What went wrong, next to where it can be fixed. The region is always present; otherwise it would not be announced.
 */
export function NoticeBar() {
  const chat = useChat();
  const notice = chat.notice.value;
  const offline = chat.offline.value ? text.problems.offline : null;
  const message = notice?.message ?? offline ?? whyNotSend(chat);
  const dismiss = () => {
    chat.notice.value = null;
  };
  return (
    <div id={noticeId} role="alert">
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
