// The message of a query that finds nothing holds the whole page. A test that waits asks many times until it finds, so the page is
// printed only when the message is read: printing took a tenth of the time of tests of pages.
import { configure, getConfig } from '@testing-library/dom';

const printed = getConfig().getElementError;

configure({ getElementError: lazily });

function lazily(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, lazily);
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => printed(message, container).message,
  });
}
