import { useSignal } from '@preact/signals';
import { Field } from '../../shared/components/field.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { laterText } from '../../shared/text/later-text.ts';
import { useChat } from '../chat-context.ts';
import { DialogForm } from './dialog-form.tsx';

interface FeedbackDialogProps {
  readonly onClose: () => void;
  readonly onSend: (comment: string) => void;
}

/** Reasons and comment are sent as one comment, reasons first. */
export function FeedbackDialog({ onClose, onSend }: FeedbackDialogProps) {
  const { limits } = useChat().data;
  const reasons = useSignal<readonly string[]>([]);
  const comment = useSignal('');
  const send = async () => {
    const parts = [reasons.value.join(', '), comment.value.trim()];
    onSend(
      parts
        .filter((part) => part !== '')
        .join(': ')
        .slice(0, limits.commentCharacters),
    );
    toast(laterText.feedback.thanks);
  };
  const toggle = (reason: string) => {
    const chosen = reasons.value.includes(reason);
    reasons.value = chosen ? reasons.value.filter((other) => other !== reason) : [...reasons.value, reason];
  };
  return (
    <DialogForm
      title={laterText.feedback.title}
      action={laterText.feedback.send}
      send={send}
      onClose={onClose}
    >
      <div class="reasons">
        {laterText.feedback.reasons.map((reason) => (
          <label key={reason}>
            <input type="checkbox" checked={reasons.value.includes(reason)} onChange={() => toggle(reason)} />
            <span>{reason}</span>
          </label>
        ))}
      </div>
      <Field label={laterText.feedback.comment}>
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            dir="auto"
            maxLength={limits.commentCharacters - 200}
            value={comment.value}
            onInput={(event) => {
              comment.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
    </DialogForm>
  );
}
