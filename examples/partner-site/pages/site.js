// Collects commands until the launcher has loaded.
window.Parley ??= (...command) => {
  window.Parley.q ??= [];
  window.Parley.q.push(command);
};

const eventNames = [
  'ready',
  'open',
  'close',
  'unread',
  'conversation',
  'response',
  'token',
  'signedout',
  'error',
];
const events = document.getElementById('events');
for (const name of eventNames) {
  window.Parley('on', name, (detail) => {
    events?.append(`${name} ${JSON.stringify(detail)}\n`);
  });
}

if (document.querySelector('[data-mount]')) window.Parley('mount', '[data-mount]');

// The question is left in the composer, where the visitor can change it.
for (const button of document.querySelectorAll('[data-ask]')) {
  button.addEventListener('click', () => {
    window.Parley('ask', button.getAttribute('data-ask'), { send: false });
  });
}

const account = document.querySelector('.account');
for (const button of document.querySelectorAll('[data-sign-in]')) {
  button.addEventListener('click', () => signIn(button.getAttribute('data-sign-in')));
}

document.addEventListener('click', ({ target }) => {
  if (account.open && !account.contains(target)) account.open = false;
});

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !account.open) return;
  account.open = false;
  account.querySelector('summary').focus();
});

/** The chat of the user before is removed before anything of the next one is shown. */
async function signIn(user) {
  const response = await fetch(user ? `/sign-in?as=${user}` : '/sign-out', { method: 'POST' });
  // The frame of this page has its token from the server.
  if (document.querySelector('[data-reload]')) return location.reload();
  account.dataset.user = await response.text();
  account.querySelector('summary').textContent = account.dataset.user;
  account.open = false;
  account.querySelector('summary').focus();
  window.Parley(user ? 'identify' : 'logout');
}
