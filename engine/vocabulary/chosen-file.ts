/** A file that a person chose: what an answer says of it. Its contents are not part of the answer. */
export interface ChosenFile {
  name: string;
  /** Bytes. */
  size: number;
  /** When it was last changed, in milliseconds since 1970. */
  modified: number;
}

/** `1234 1764028800000 shops.csv`: the answer of a field with `"format": "chosen-file"`. The same file, chosen again, has the same text. */
export function spellChosenFile({ name, size, modified }: ChosenFile): string {
  return `${size} ${modified} ${name}`;
}

export function readChosenFile(text: unknown): ChosenFile | undefined {
  const [, size, modified, name] = (typeof text === 'string' && /^(\d{1,15}) (\d{1,15}) (.{1,255})$/s.exec(text)) || [];
  return name === undefined ? undefined : { name, size: Number(size), modified: Number(modified) };
}

const GIBIBYTE = 1024 ** 3;

/** A bound as people set it: `25 GiB`, `10 MB`. */
export function sizeLimit(bytes: number): string {
  return bytes > 0 && bytes % GIBIBYTE === 0 ? `${bytes / GIBIBYTE} GiB` : bytesInWords(bytes);
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `9.8 MB`, in decimal units as browsers and disks count. */
export function bytesInWords(bytes: number): string {
  const unit = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1000 ** unit;
  const digits = unit < 2 || Number.isInteger(amount) ? 0 : 1;
  return `${amount.toFixed(digits)} ${units[unit] ?? ''}`;
}
