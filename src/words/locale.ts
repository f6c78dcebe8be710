/** `en-us` → `en-US`, the format of Intl and the html element. */
export function localeOf(language: string): string {
  const [tongue = 'en', region] = language.split('-');
  return region ? `${tongue}-${region.toUpperCase()}` : tongue;
}
