import { callApi } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import { currentMe } from '../session/session.ts';

const mostReports = 20;
const sent = new Set<string>();

/** Client 4xx and network noise are not errors of the page (C22-01). */
export function isWorthReporting(error: unknown): boolean {
  if (error instanceof CallFailed) return error.status >= 500 || error.code === 'unreadable';
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')) return false;
  const message = error instanceof Error ? error.message : String(error);
  return !/^(ResizeObserver loop|Script error|Load failed|Failed to fetch|NetworkError|Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i.test(
    message,
  );
}

/** Strips URL queries, which may contain a token. */
function withoutSecrets(text: string, longest: number): string {
  return text.replace(/(#?\/[^\s?'")]*)\?[^\s'")]+/g, '$1?…').slice(0, longest);
}

/** Reports a page error to the server, sampled at the rate that it configured (C22-02); before sign-in, every error. */
export function reportError(error: unknown): void {
  const me = currentMe();
  if (!isWorthReporting(error) || Math.random() >= (me?.reporting.errors ?? 1)) return;
  const message = withoutSecrets(error instanceof Error ? `${error.name}: ${error.message}` : String(error), 2000);
  // Report each error once.
  if (sent.has(message) || sent.size >= mostReports) return;
  sent.add(message);
  const stack = error instanceof Error && error.stack ? withoutSecrets(error.stack, 8000) : undefined;
  const route = withoutSecrets(window.location.hash, 500);
  callApi('reportError', {
    body: { message, route, ...(stack ? { stack } : {}), ...(me ? { version: me.version } : {}) },
  }).catch(() => undefined);
}

export function watchErrors(): void {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
