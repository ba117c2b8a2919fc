import { laterText } from '../../shared/text/later-text.ts';
import { notifications, switchNotifications } from '../state/notifications.ts';

/** The only thing that makes the browser ask whether the page may notify. */
export function NotifySwitch() {
  const state = notifications.value;
  const { menu, notifyRefused } = laterText;
  return (
    <button
      type="button"
      role="switch"
      data-stay
      aria-checked={state === 'on'}
      disabled={state === 'refused'}
      title={state === 'refused' ? notifyRefused : undefined}
      onClick={() => void switchNotifications(state !== 'on')}
    >
      {menu.notify}
      <span class="switch" aria-hidden="true" />
    </button>
  );
}
