export const chartWords = {
  everything: 'All',
  rest: 'Others',
  noModel: 'No model',
  allDays: (days: number) => `${days} days`,
  nothing: (label: string) => `${label}: none.`,
  summary: (label: string, sum: string, day: string, most: string) =>
    `${label}: ${sum} in all, most on ${day} with ${most}.`,
};
