/** What a failed statement means for the caller, except for violated constraints (violations.ts). */
export type DatabaseFailure = 'unavailable' | 'disk_full' | 'try_again' | 'bad_text';

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Statement timeout and idle-in-transaction timeout.
  '57014',
  '25P03',
  '08000',
  '08001',
  '08003',
  '08006',
]);

export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const code = 'code' in each ? String(each.code) : '';
    if (code === '40001' || code === '40P01') return 'try_again';
    if (code === '53100' || code === 'ENOSPC') return 'disk_full';
    if (code === '22021' || code === '22P05') return 'bad_text';
    if (unreachable.has(code)) return 'unavailable';
    if (
      /Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        each.message,
      )
    )
      return 'unavailable';
  }
  return undefined;
}
