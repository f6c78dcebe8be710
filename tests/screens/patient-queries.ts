import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** While a query waits, each look that finds nothing writes no document: the last one, once time is over, does. That was a twelfth of the time of these tests. */
function errorOf(message: string | null, container: Element): Error {
  const isWaiting = (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;
  return isWaiting === true ? new Error(message ?? undefined) : getElementError(message, container);
}

/** Queries wait for the code of the page and its widgets. */
export function waitForCode(): void {
  configure({ asyncUtilTimeout: 30_000, getElementError: errorOf });
}
