/**
 * Closes the sidebar when the window becomes too narrow for both, as by zoom or on its side: the conversation would be
 * left covered. What has the focus there is in use, and stays.
 */
export function watchWidth(closeSidebar: () => void): () => void {
  const wide = matchMedia('(width >= 56rem)');
  const follow = () => {
    if (!wide.matches && document.querySelector('.sidebar:focus-within') === null) closeSidebar();
  };
  wide.addEventListener('change', follow);
  return () => wide.removeEventListener('change', follow);
}
