import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { createPeer, ProtocolViolation, RpcError, rpcCodes, type RpcPeer } from './json-rpc.ts';

const methods = {
  double: {
    params: Type.Object({ value: Type.Integer() }, { additionalProperties: false }),
    result: Type.Object({ value: Type.Integer() }),
  },
};

/** Connects two peers and records what each sends. */
function pair(double: (value: number) => Promise<unknown>, timeout = 1000) {
  const sent: string[] = [];
  const toRight: RpcPeer<typeof methods>[] = [];
  const failure = () => new RpcError(rpcCodes.internal, 'failed');
  const left = createPeer({
    local: {},
    remote: methods,
    handlers: {},
    timeout,
    onFailure: failure,
    send: (text) => void (sent.push(text), toRight[0]?.receive(text)),
  });
  const right = createPeer({
    local: methods,
    remote: methods,
    timeout,
    onFailure: failure,
    handlers: { double: ({ value }) => double(value) as Promise<{ value: number }> },
    send: (text) => void (sent.push(text), left.receive(text)),
  });
  toRight.push(right);
  return { left, right, sent };
}

describe('a JSON-RPC peer', () => {
  it('carries a call there and its result back', async () => {
    const { left } = pair(async (value) => ({ value: value * 2 }));
    await expect(left.call('double', { value: 21 })).resolves.toEqual({ value: 42 });
  });

  it('names the parameter that is wrong and does not run the handler', async () => {
    let runs = 0;
    const { left } = pair(async () => ({ value: ++runs }));
    await expect(left.call('double', { value: 'x' as never })).rejects.toMatchObject({
      code: rpcCodes.invalidParams,
      message: expect.stringContaining('/value'),
    });
    await expect(left.call('double', { value: 1, extra: 1 } as never)).rejects.toMatchObject({
      code: rpcCodes.invalidParams,
    });
    expect(runs).toBe(0);
  });

  it.each(['toString', 'constructor', '__proto__', 'reboot'])('does not know the method %s', async (method) => {
    const { left } = pair(async (value) => ({ value }));
    await expect(left.call(method as 'double', { value: 1 })).rejects.toMatchObject({ code: rpcCodes.unknownMethod });
  });

  it('does not tell the other side why a handler failed', async () => {
    const { left, sent } = pair(async () => Promise.reject(new Error('password of the database')));
    await expect(left.call('double', { value: 1 })).rejects.toMatchObject({
      code: rpcCodes.internal,
      message: 'failed',
    });
    expect(sent.join()).not.toContain('password');
  });

  it('refuses a result of the wrong shape', async () => {
    const { left } = pair(async () => ({ value: 'hostile' }));
    await expect(left.call('double', { value: 1 })).rejects.toThrow('The answer to double is wrong at /value');
  });

  it('gives up on an answer that does not come, and drops it when it comes late', async () => {
    let finish: (value: unknown) => void = () => {};
    const { left } = pair(() => new Promise((resolve) => (finish = resolve)), 20);
    await expect(left.call('double', { value: 1 })).rejects.toMatchObject({ code: rpcCodes.closed });
    expect(() => finish({ value: 2 })).not.toThrow();
  });

  it('fails what is awaited when the connection ends', async () => {
    const { left } = pair(() => new Promise(() => {}));
    const call = left.call('double', { value: 1 });
    left.end('gone');
    await expect(call).rejects.toThrow('gone');
    await expect(left.call('double', { value: 1 })).rejects.toThrow('gone');
  });

  it.each([
    '',
    'x',
    '[]',
    'null',
    '{"jsonrpc":"1.0","id":1,"method":"double"}',
    '{"jsonrpc":"2.0","method":"double"}',
    '{"jsonrpc":"2.0","id":{},"method":"double"}',
    `{"jsonrpc":"2.0","id":1,"method":"${'m'.repeat(65)}"}`,
  ])('refuses what is no message: %s', (text) => {
    expect(() => pair(async () => ({})).right.receive(text)).toThrow(ProtocolViolation);
  });
});
