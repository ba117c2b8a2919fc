// Collects commands until the launcher has loaded.
window.Parley ??= (...command) => {
  window.Parley.q ??= [];
  window.Parley.q.push(command);
};

const events = document.getElementById('events');
for (const name of [
  'ready',
  'open',
  'close',
  'unread',
  'conversation',
  'response',
  'token',
  'signedout',
  'error',
]) {
  window.Parley('on', name, (detail) => {
    events?.append(`${name} ${JSON.stringify(detail)}\n`);
  });
}

if (document.querySelector('[data-mount]')) window.Parley('mount', '[data-mount]');

for (const button of document.querySelectorAll('[data-sign-in]')) {
  button.addEventListener('click', async () => {
    const user = button.getAttribute('data-sign-in');
    await fetch(user ? `/sign-in?as=${user}` : '/sign-in', { method: 'POST' });
    if (document.querySelector('main > iframe')) location.reload();
    else window.Parley(user ? 'identify' : 'logout');
  });
}
