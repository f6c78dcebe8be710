/** Lines beyond this many characters say nothing about a date. */
const longestLine = 300;

const label =
  /^[\s[]*(?:registry expiry date|registrar registration expiration date|expiry date|expire date|expiration date|expiration time|expires on|expires at|expires|expire|paid-till|valid until|validity|renewal date|domain expires|exp date)[\s\].:]*([^\s\].:].*)$/i;

/** When the domain expires as a WHOIS answer tells it, in the ways registries write it; undefined where it does not. */
export function whoisExpiry(answer: string): Date | undefined {
  for (const line of answer.split(/\r?\n/)) {
    const value = line.length > longestLine ? undefined : label.exec(line)?.[1];
    const date = value === undefined ? undefined : dateOf(value.trim());
    if (date) return date;
  }
  return undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function dateOf(text: string): Date | undefined {
  const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?/i.exec(text)?.[0];
  if (instant !== undefined) return valid(new Date(/[zZ]$|[+-]\d{2}:?\d{2}$/.test(instant) ? instant : `${instant}Z`));
  // 2027-01-31, 2027/01/31, 2027. 01. 31., 20270131
  const yearFirst = /^(\d{4})[-/.]? ?(\d{2})[-/.]? ?(\d{2})(?!\d)/.exec(text);
  if (yearFirst) return day(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  // 31-Jan-2027, 31 January 2027
  const named = /^(\d{1,2})[-\s]([a-z]{3})[a-z]*[-\s](\d{4})/i.exec(text);
  if (named) return day(Number(named[3]), months.indexOf((named[2] ?? '').toLowerCase()) + 1, Number(named[1]));
  // 31.1.2027, 31/01/2027
  const dayFirst = /^(\d{1,2})[./](\d{1,2})[./](\d{4})/.exec(text);
  if (dayFirst) return day(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]));
  return undefined;
}

function day(year: number, month: number, date: number): Date | undefined {
  if (month < 1 || month > 12 || date < 1 || date > 31) return undefined;
  return valid(new Date(Date.UTC(year, month - 1, date)));
}

const valid = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date);
