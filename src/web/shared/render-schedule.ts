/** A frame that took longer than this is followed by a pause. */
const quickMs = 12;
const longestPauseMs = 1_000;

/**
 * Runs `task` at most once per frame, and for at most half of the time: after a frame that took long, what it drew
 * included, the page has as long for everything else. A hidden page has no frames, so a timer runs it there: an answer
 * must not stall because its tab is in the background.
 */
export function createFrameSchedule(task: () => void): { request: () => void; cancel: () => void } {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseUntil = 0;
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    timer = undefined;
  };
  const run = () => {
    cancel();
    const startedAt = performance.now();
    task();
    // Runs when the frame has been drawn.
    setTimeout(() => {
      const now = performance.now();
      const tookMs = now - startedAt;
      pauseUntil = tookMs > quickMs ? now + Math.min(tookMs, longestPauseMs) : 0;
    });
  };
  const waitForFrame = () => {
    frame = requestAnimationFrame(run);
    timer = setTimeout(run, 250);
  };
  const request = () => {
    if (timer !== undefined) return;
    const pauseMs = pauseUntil - performance.now();
    if (pauseMs > 0) timer = setTimeout(waitForFrame, pauseMs);
    else waitForFrame();
  };
  return { request, cancel };
}
