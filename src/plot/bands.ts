/** The kinds of bands. To add one, add its name here, its colours below, and its words (`band.<kind>`). */
export type BandKind = 'alert' | 'maintenance';

/** A time span marked behind the series, in seconds since 1970. */
export interface Band {
  kind: BandKind;
  from: number;
  to: number;
  /** Still active: `to` is the end of the plot. */
  open: boolean;
  title: string;
  text: string;
}

/** Theme colours of each kind: the background, and the line at the start. */
export const bandColors: Record<BandKind, { ground: string; edge: string }> = {
  alert: { ground: 'bad-soft', edge: 'bad' },
  maintenance: { ground: 'warn-soft', edge: 'warn' },
};

/** The bands at an instant, with a tolerance of `slack` so that the pointer can hit short bands. */
export function bandsAt(bands: readonly Band[], at: number, slack: number): Band[] {
  return bands.filter(({ from, to }) => at >= from - slack && at <= to + slack);
}
