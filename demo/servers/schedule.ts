/** Minutes of each hour in which a server fails: from the first to before the second. */
const failing = { shop: [20, 24], mail: [40, 44], names: [50, 53] } as const;

export function isFailing(server: keyof typeof failing, now: Date): boolean {
  const [from, until] = failing[server];
  const minute = now.getUTCMinutes();
  return minute >= from && minute < until;
}
