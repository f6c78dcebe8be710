import { callApi } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';

/** C22-02: every error that is worth a report is reported. */
const sampleRate = 1;
const mostReports = 20;
const sent = new Set<string>();

/** C22-01: client 4xx and network noise are no errors of the page. */
export function isWorthReporting(error: unknown): boolean {
  if (error instanceof CallFailed) return error.status >= 500 || error.code === 'unreadable';
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')) return false;
  const message = error instanceof Error ? error.message : String(error);
  return !/^(ResizeObserver loop|Script error|Load failed|Failed to fetch|NetworkError|Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i.test(
    message,
  );
}

export function reportError(error: unknown, version?: string): void {
  if (!isWorthReporting(error) || Math.random() >= sampleRate) return;
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2000);
  // The same error again tells nothing new.
  if (sent.has(message) || sent.size >= mostReports) return;
  sent.add(message);
  const stack = error instanceof Error ? error.stack?.slice(0, 8000) : undefined;
  // Only the route: what follows may hold a token.
  const route = window.location.hash.split('?')[0]?.slice(0, 500);
  callApi('reportError', {
    body: { message, ...(stack ? { stack } : {}), ...(route ? { route } : {}), ...(version ? { version } : {}) },
  }).catch(() => undefined);
}

export function watchErrors(): void {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
