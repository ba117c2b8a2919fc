export const gateWords = {
  away: 'The console cannot be reached',
  tryAgain: 'Try again',

  signIn: 'Sign in',
  signInBody:
    'Use the passkey of this console: a fingerprint, a face, a security key or your password manager.',
  signInButton: 'Sign in with a passkey',
  reasons: {
    new: null,
    ended: 'Your session has ended. Sign in again to go on.',
    left: 'You are signed out.',
  },
  noPasskey: 'No passkey, or a lost one?',
  noPasskeyBody:
    'An owner can send you a link, and so can anyone with a shell on the machine that runs Parley:',
  linkCommand: 'npx parley operator link you@example.com',

  enrol: 'Open the console',
  enrolBody: 'This link signs you in once. Afterwards a passkey does.',
  enrolButton: 'Use this link',
  firstOwner: 'This link makes the first owner of this console. Which email address shall be the owner?',
  email: 'Email',
  endedLink: 'This link has been used, or it is too old. Ask for another one.',
  toSignIn: 'Go to sign-in',

  register: 'Create your passkey',
  registerBody: (email: string) =>
    `You are in, as ${email}. With a passkey you sign in from now on, and may change keys, operators and secrets.`,
  passkeyName: 'Name of the passkey',
  passkeyNameHelp: 'So that you know later which device it is on.',
  registerButton: 'Create passkey',
  later: 'Not now',
  impossible:
    'This browser has no passkeys here. The link opens the console for 30 minutes, without the strongest operations.',
};
