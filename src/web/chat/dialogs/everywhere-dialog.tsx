import { callSession } from '../../shared/api/call-session.ts';
import { shareSignOut } from '../../shared/share-session.ts';
import { laterText } from '../../shared/text/later-text.ts';
import { useChat } from '../chat-context.ts';
import { DialogForm } from './dialog-form.tsx';

export function EverywhereDialog({ onClose }: { readonly onClose: () => void }) {
  const chat = useChat();
  const { title, body } = laterText.everywhere;
  const send = async () => {
    await chat.send(callSession('signOutEverywhere', {}));
    shareSignOut();
    // Without a session the service leads to the sign-in page.
    location.assign('/');
  };
  return (
    <DialogForm title={title} action={laterText.menu.signOutEverywhere} danger send={send} onClose={onClose}>
      <p>{body}</p>
    </DialogForm>
  );
}
