/** The first question takes Message from the middle of an empty chat to its foot, and the eye of its writer along. */
export function glideDown(): void {
  const composer = document.querySelector('.composer');
  if (composer === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { top } = composer.getBoundingClientRect();
  // By then the question stands on the page, and nothing of it has been painted.
  requestAnimationFrame(() => {
    const by = top - composer.getBoundingClientRect().top;
    const from = `0 ${by}px`;
    if (by !== 0) composer.animate({ translate: [from, '0'] }, { duration: 240, easing: 'ease-out' });
  });
}
