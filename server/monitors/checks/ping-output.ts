/** What came back of the packets to one address: round trips in milliseconds, null for a lost packet. */
export interface Replies {
  roundTrips: (number | null)[];
  ttl: number | null;
}

/** One packet of one address. */
export interface FpingReply {
  address: string;
  /** Milliseconds; null for a lost packet. */
  roundTrip: number | null;
  ttl: number | null;
}

/** A line that `fping -C` prints as each packet comes back or is given up; undefined for its other lines. */
export function parseFpingLine(line: string): FpingReply | undefined {
  const [, address, time] = /^(\S+)\s+: \[\d+\], (?:\d+ bytes, (\d+(?:\.\d+)?) ms|timed out)/.exec(line) ?? [];
  if (address === undefined) return undefined;
  const ttl = /\bTTL[ =](\d+)/i.exec(line)?.[1];
  return { address, roundTrip: time === undefined ? null : Number(time), ttl: ttl === undefined ? null : Number(ttl) };
}

/** The lines of `ping` on Linux, BusyBox, macOS and Windows: `… ttl=64 time=0.031 ms`, `… time<1ms TTL=128`. */
export function parsePing(text: string, sent: number): Replies {
  const roundTrips: (number | null)[] = [];
  let ttl: number | null = null;
  for (const line of text.split('\n')) {
    // A duplicate of a packet is no second answer.
    if (line.includes('DUP!')) continue;
    const time = /[=<]\s*(\d+(?:[.,]\d+)?)\s*ms/i.exec(line)?.[1];
    const hops = /\b(?:ttl|hlim)=(\d+)/i.exec(line)?.[1];
    // A summary line has times and no ttl; Windows tells no ttl for IPv6, where only the time is left to go by.
    if (time === undefined || /min|max|avg|mittelwert|average/i.test(line)) continue;
    roundTrips.push(Number(time.replace(',', '.')));
    if (hops !== undefined) ttl = Number(hops);
  }
  const seen = roundTrips.slice(0, sent);
  return { roundTrips: [...seen, ...Array.from({ length: sent - seen.length }, () => null)], ttl };
}
