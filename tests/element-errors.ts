// A query that finds nothing throws an error whose message prints the whole page. A test that waits repeats its query until it succeeds,
// so this prints the page only when something reads the message: printing took a tenth of the time of three files of pages.
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
