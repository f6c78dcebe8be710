import { localText } from '#engine/vocabulary/instant.ts';

/** Now by the clock of the browser, `2026-11-27T22:00`: that of the computer is not known here. */
export function localNow(): string {
  return localText(Date.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
