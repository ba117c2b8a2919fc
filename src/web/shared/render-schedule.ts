/**
 * Runs `task` at most once per frame. A hidden page has no frames, so a timer runs it there: an answer must not stall
 * because its tab is in the background.
 */
export function createFrameSchedule(task: () => void): { request: () => void; cancel: () => void } {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    timer = undefined;
  };
  const run = () => {
    cancel();
    task();
  };
  const request = () => {
    if (timer !== undefined) return;
    frame = requestAnimationFrame(run);
    timer = setTimeout(run, 250);
  };
  return { request, cancel };
}
