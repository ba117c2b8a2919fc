import type { ComponentChildren } from 'preact';
import { Problem } from '../../shared/components/problem.tsx';
import type { AsyncAction } from '../../shared/use-async-action.ts';
import { PlainButton } from '../components/plain-button.tsx';
import { AskButton } from '../dialogs/ask-button.tsx';
import { useAction } from '../state/use-action.ts';

type WordName = 'disable' | 'rotate' | 'remove';

interface EndpointActionsProps {
  /** What people know the endpoint by. */
  readonly name: string;
  readonly enabled: boolean;
  readonly text: Readonly<Record<'enable' | WordName | `${WordName}${'Title' | 'Body'}`, string>>;
  /** Disables it, or enables it again. */
  readonly toggle: () => Promise<void>;
  readonly rotate: () => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Further buttons, which come first. */
  readonly children: (action: AsyncAction) => ComponentChildren;
}

/** What can be done with an address to which signed requests are sent. */
export function EndpointActions(props: EndpointActionsProps) {
  const { name, enabled, text, toggle, rotate, remove, children } = props;
  const action = useAction();
  return (
    <>
      {children(action)}
      {enabled ? (
        <AskButton label={text.disable} about={name} title={text.disableTitle} onConfirm={toggle}>
          {text.disableBody}
        </AskButton>
      ) : (
        <PlainButton
          label={text.enable}
          about={name}
          disabled={action.busy.value}
          onClick={() => void action.run(toggle)}
        />
      )}
      <AskButton label={text.rotate} about={name} title={text.rotateTitle} onConfirm={rotate}>
        {text.rotateBody}
      </AskButton>
      <AskButton label={text.remove} about={name} title={text.removeTitle} danger onConfirm={remove}>
        {text.removeBody}
      </AskButton>
      <Problem text={action.problem.value} />
    </>
  );
}
