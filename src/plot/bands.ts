/** What a band stands for; a new kind is a name here, its colours below, and its words (`band.<kind>`). */
export type BandKind = 'alert' | 'maintenance';

/** A time that is marked behind the series, in seconds since 1970. */
export interface Band {
  kind: BandKind;
  from: number;
  to: number;
  /** It has not ended: `to` is where the plot ends. */
  open: boolean;
  title: string;
  text: string;
}

/** The colours of each kind by their names in the theme: of the ground, and of the line where it begins. */
export const bandColors: Record<BandKind, { ground: string; edge: string }> = {
  alert: { ground: 'bad-soft', edge: 'bad' },
  maintenance: { ground: 'warn-soft', edge: 'warn' },
};

/** The bands at an instant; one that is shorter than `slack` on the screen can still be met. */
export function bandsAt(bands: readonly Band[], at: number, slack: number): Band[] {
  return bands.filter(({ from, to }) => at >= from - slack && at <= to + slack);
}
