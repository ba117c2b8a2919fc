export const gateWords = {
  away: 'The console cannot be reached',
  tryAgain: 'Try again',

  signIn: 'Sign in',
  signInBody:
    'Use the passkey of this console: a fingerprint, a face, a security key or your password manager.',
  signInButton: 'Sign in with a passkey',
  reasons: {
    new: null,
    ended: 'Your session has ended. Sign in again to continue.',
    left: 'You are signed out.',
  },
  noPasskey: 'No passkey, or a lost one?',
  noPasskeyBody: 'An owner can send you a link. So can anyone with a shell on the machine that runs Parley:',
  linkCommand: 'npx parley operator link you@example.com',

  enrol: 'Open the console',
  enrolBody: 'This link signs you in once. After that, you use a passkey.',
  enrolButton: 'Use this link',
  firstOwner: 'This link creates the first owner of this console. Which email address is the owner’s?',
  email: 'Email',
  endedLink: 'This link was used, or it has expired. Ask for a new one.',
  toSignIn: 'Go to sign-in',

  register: 'Create your passkey',
  registerBody: (email: string) =>
    `You are signed in as ${email}. From now on, a passkey signs you in and lets you change keys, operators and secrets.`,
  passkeyName: 'Name of the passkey',
  passkeyNameHelp: 'So that you can tell later which device it is on.',
  registerButton: 'Create passkey',
  later: 'Not now',
  impossible:
    'This browser does not support passkeys here. The link opens the console for 30 minutes, without the most sensitive operations.',
};
