import { setMaxListeners } from 'node:events';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';

interface Limits {
  /** The error message of a second request while the first runs: "This device is polling already". */
  busy: string;
  /** How long a request may take. */
  seconds: number;
}

/**
 * Handles one request at a time, and aborts it when the agent stops or the time is over. It removes its listener from
 * `stopping`, which lives as long as the agent: `AbortSignal.any` would leave about 100 bytes there for each request (Node.js 20).
 * @throws RpcError `busy` while another request runs
 */
export function oneAtATime<Request, Reply>(
  stopping: AbortSignal,
  { busy, seconds }: Limits,
  handle: (request: Request, signal: AbortSignal) => Promise<Reply>,
): (request: Request) => Promise<Reply> {
  let isBusy = false;
  return async (request) => {
    if (isBusy) throw new RpcError(rpcCodes.busy, busy);
    isBusy = true;
    const ending = new AbortController();
    // Each connection adds a listener.
    setMaxListeners(0, ending.signal);
    const stop = () => ending.abort(stopping.reason);
    if (stopping.aborted) stop();
    stopping.addEventListener('abort', stop, { once: true });
    const tooLong = new RpcError(rpcCodes.timedOut, `The request took longer than ${seconds} s`);
    const limit = setTimeout(() => ending.abort(tooLong), seconds * 1000);
    try {
      return await handle(request, ending.signal);
    } finally {
      clearTimeout(limit);
      stopping.removeEventListener('abort', stop);
      isBusy = false;
    }
  };
}
