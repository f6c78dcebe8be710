/** The number in E.164: people write spaces, hyphens, dots and parentheses, which the screens take. */
export function toE164(phone: string): string {
  return phone.replace(/[^+\d]/g, '');
}
