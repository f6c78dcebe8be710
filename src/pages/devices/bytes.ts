const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** 25276502016 → "23.5 GiB"; `number` writes the figure in the reader's language. */
export function bytesText(bytes: number, number: (value: number) => string): string {
  let power = 0;
  let value = bytes;
  while (value >= 1024 && power < units.length - 1) {
    value /= 1024;
    power += 1;
  }
  return `${number(value < 10 && power > 0 ? Math.round(value * 100) / 100 : value < 100 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value))} ${units[power]}`;
}
