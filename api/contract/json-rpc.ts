import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { findFault } from './agent-methods/find-fault.ts';
import { findTooMuch } from './json-bounds.ts';
import { RpcMessage, type RpcMethods } from './agent.ts';

/** The peer sent a frame that is not a message of the protocol; close the connection. */
export class ProtocolViolation extends Error {
  override name = 'ProtocolViolation';
}

/** The peer replied with an error, or the connection closed before a reply (`code` 0). */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
    this.name = 'RpcError';
  }
}

export const rpcCodes = {
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  closed: 0,
  interrupted: 1,
  notReady: 2,
  /** Too many concurrent requests; retry later. */
  busy: 3,
  cancelled: 4,
  /** The command exceeded its method's time limit. */
  timedOut: 5,
  /** A result or report violates the schema or the budget of its method. */
  badPayload: 6,
} as const;

export type RpcHandlers<M extends RpcMethods> = {
  [K in keyof M]: (params: Static<M[K]['params']>) => Promise<Static<M[K]['result']>>;
};

export interface RpcPeer<Remote extends RpcMethods> {
  /** Handles one frame; replies with an error to wrong parameters. @throws ProtocolViolation for a frame that is not a message */
  receive(text: string): void;
  /** @throws RpcError when the peer refuses, sends an invalid reply, times out, or the connection closes. */
  call<K extends keyof Remote & string>(
    method: K,
    params: Static<Remote[K]['params']>,
    options?: { id?: string; timeout?: number },
  ): Promise<Static<Remote[K]['result']>>;
  /** Rejects all pending requests. */
  end(reason: string): void;
}

interface Pending {
  method: string;
  result: TSchema;
  resolve(result: unknown): void;
  reject(error: RpcError): void;
  timer: ReturnType<typeof setTimeout>;
}

const message = Compile(RpcMessage);
/** One peer of a JSON-RPC 2.0 connection over text frames; validates input and output with the methods' schemas. */
export function createPeer<Local extends RpcMethods, Remote extends RpcMethods>(options: {
  local: Local;
  remote: Remote;
  handlers: RpcHandlers<Local>;
  send(text: string): void;
  /** Default milliseconds to wait for a reply. */
  timeout: number;
  /** Maps a handler's failure to an error for the peer; unexpected details are not sent. */
  onFailure(method: string, error: unknown): RpcError;
}): RpcPeer<Remote> {
  const { local, remote, handlers, send } = options;
  const pending = new Map<string | number, Pending>();
  let counter = 0;
  let ended: string | undefined;

  const refuse = (id: string | number, code: number, text: string) =>
    send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: text.slice(0, 500) } }));

  async function answer(id: string | number, method: string, params: unknown): Promise<void> {
    const known = Object.hasOwn(local, method) ? local[method] : undefined;
    if (!known) return refuse(id, rpcCodes.unknownMethod, `Unknown method ${method}`);
    const given = params ?? {};
    const fault = findFault(known.params, given);
    if (fault !== undefined) return refuse(id, rpcCodes.invalidParams, `Invalid params ${fault}`);
    try {
      const result = await handlers[method as keyof Local](given as never);
      if (ended === undefined) send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    } catch (error) {
      const { code, message: text } = error instanceof RpcError ? error : options.onFailure(method, error);
      if (ended === undefined) refuse(id, code, text);
    }
  }

  function settle(id: string | number, work: (entry: Pending) => void): void {
    const entry = pending.get(id);
    // Drop a late reply, or a reply without a request.
    if (!entry) return;
    pending.delete(id);
    clearTimeout(entry.timer);
    work(entry);
  }

  return {
    receive(text) {
      const parsed = parse(text);
      if ('method' in parsed) return void answer(parsed.id, parsed.method, parsed.params);
      if ('error' in parsed) {
        const { error } = parsed;
        if (parsed.id !== null) settle(parsed.id, (entry) => entry.reject(new RpcError(error.code, error.message)));
        return;
      }
      settle(parsed.id, (entry) => {
        const fault = findFault(entry.result, parsed.result);
        if (fault === undefined) entry.resolve(parsed.result);
        else entry.reject(new RpcError(rpcCodes.invalidParams, `The answer to ${entry.method} is wrong ${fault}`));
      });
    },
    call(method, params, { id = String(++counter), timeout = options.timeout } = {}) {
      return new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(new RpcError(rpcCodes.closed, ended));
        const known = remote[method];
        if (!known) return reject(new RpcError(rpcCodes.unknownMethod, `Unknown method ${method}`));
        const timer = setTimeout(
          () => settle(id, (entry) => entry.reject(new RpcError(rpcCodes.closed, `No answer to ${method} in time`))),
          timeout,
        );
        pending.set(id, { method, result: known.result, resolve: resolve as (result: unknown) => void, reject, timer });
        send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      });
    },
    end(reason) {
      ended = reason;
      for (const id of pending.keys()) settle(id, (entry) => entry.reject(new RpcError(rpcCodes.closed, reason)));
    },
  };
}

function parse(text: string): Static<typeof RpcMessage> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProtocolViolation('The message is not JSON', { cause });
  }
  if (findTooMuch(value)) throw new ProtocolViolation('The message is nested too deep or holds too many values');
  if (!message.Check(value)) throw new ProtocolViolation('The message is not JSON-RPC 2.0');
  return value;
}
