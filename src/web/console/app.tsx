import { Toast } from '../shared/components/toast.tsx';
import { ConsoleContext } from './console-context.ts';
import { Checking } from './gate/checking.tsx';
import { Enrol } from './gate/enrol.tsx';
import { RegisterPasskey } from './gate/register-passkey.tsx';
import { SignIn } from './gate/sign-in.tsx';
import { StepUpDialog } from './gate/step-up-dialog.tsx';
import { Shell } from './shell.tsx';
import type { Access, Console } from './state/console.ts';

export function App({ state }: { readonly state: Console }) {
  return (
    <ConsoleContext.Provider value={state}>
      {pageFor(state.access.value)}
      {state.stepUp.asked.value && <StepUpDialog />}
      <Toast />
    </ConsoleContext.Provider>
  );
}

function pageFor(access: Access) {
  switch (access.state) {
    case 'checking':
      return <Checking />;
    case 'signed-out':
      return <SignIn reason={access.reason} />;
    case 'enrolling':
      return <Enrol code={access.code} />;
    case 'registering':
      return <RegisterPasskey session={access.session} />;
    case 'signed-in':
      return <Shell />;
  }
}
