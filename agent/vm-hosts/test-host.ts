import type { MethodHandler } from '../methods/method.ts';
import type { DelegatePlace } from './install-delegate.ts';
import { askDelegate } from './run-delegate.ts';

/** Lets the delegate sign in at the host, and reports each stage (F01-07, F01-10). */
export function createHostTest(place: DelegatePlace): MethodHandler<'vmhost.test'> {
  return async (request, { signal, progress }) => {
    const { guests, ...answer } = await askDelegate(place, request, {
      signal,
      stage: (stage) => progress({ stage, done: 0, total: 0 }),
    });
    return { ...answer, guests: guests.length };
  };
}
