export const dayChartWords = {
  today: 'Today',
  failed: 'failed',
  none: (label: string) => `${label}: none.`,
  summary: (label: string, sum: string, failed: string, time: string, most: string) =>
    `${label}: ${sum} in all, ${failed} failed, most at ${time} with ${most}.`,
};
