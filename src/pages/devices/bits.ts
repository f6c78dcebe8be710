const units = ['bit', 'kilobit', 'megabit', 'gigabit', 'terabit'] as const;
const formats = new Map<string, Intl.NumberFormat>();

/** A rate in bits a second as people write it: "1.24 Mb/s". */
export function rateText(bits: number, locale?: string): string {
  let power = 0;
  let value = bits;
  while (value >= 1000 && power < units.length - 1) {
    value /= 1000;
    power += 1;
  }
  const digits = power === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const key = `${locale} ${power} ${digits}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { style: 'unit', unit: `${units[power]}-per-second`, maximumFractionDigits: digits });
  formats.set(key, format);
  return format.format(value);
}
