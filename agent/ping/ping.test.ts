import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { networkPing } from '../methods/network-ping.ts';
import { connectTimes } from './connect-times.ts';
import { timesInFping } from './fping.ts';
import { timesInPing } from './ping-program.ts';

const neverAborted = new AbortController().signal;

describe('the output of fping', () => {
  it('has a time for each reply of the address', () => {
    expect(timesInFping('ICMP Host Unreachable from 10.0.0.9\n10.0.0.1 : 0.52 - 1.48\n', '10.0.0.1')).toEqual([
      0.52, 1.48,
    ]);
    expect(timesInFping('::1 : 0.1', '::1')).toEqual([0.1]);
    expect(timesInFping('10.0.0.1 : - - -', '10.0.0.1')).toEqual([]);
  });

  it('is of no use when fping may not send', () => {
    expect(timesInFping("fping: can't create socket (must run as root?)", '10.0.0.1')).toBeUndefined();
  });
});

describe('the output of ping', () => {
  it.each([
    [
      '64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.52 ms\n1 packets transmitted, 0% packet loss\nrtt min/avg/max/mdev = 0.52/0.52/0.52/0.000 ms',
      [0.52],
    ],
    ['Antwort von 10.0.0.1: Bytes=32 Zeit<1ms TTL=64\n(0% Verlust)', [1]],
    ['3 packets transmitted, 0 received, 100% packet loss, time 2003ms', []],
    ['ping: socket: Operation not permitted', undefined],
  ])('is read in any language: %s', (output, times) => {
    expect(timesInPing(output)).toEqual(times);
  });
});

describe('a ping over TCP', () => {
  it('counts a connection and a refused one as replies', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const options = { count: 1, timeoutMs: 1000, signal: neverAborted };
    expect(await connectTimes('127.0.0.1', options, port)).toHaveLength(1);
    await new Promise((resolve) => server.close(resolve));
    expect(await connectTimes('127.0.0.1', options, port)).toHaveLength(1);
  });
});

describe('network.ping', () => {
  it('reports each target with its replies, and counts those that answered', async () => {
    const items: unknown[] = [];
    const progress: unknown[] = [];
    const context = {
      signal: neverAborted,
      item: (each: unknown) => items.push(each),
      progress: (each: unknown) => progress.push(each),
    };
    const targets = ['127.0.0.1', 'no-such-name.invalid'];
    expect(await networkPing({ targets, count: 1, timeoutMs: 500 }, context)).toEqual({ reached: 1, unreachable: 1 });
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(
      expect.objectContaining({ target: '127.0.0.1', address: '127.0.0.1', sent: 1, received: 1, error: '' }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ target: targets[1], sent: 0, error: expect.stringContaining('could not be resolved') }),
    );
    expect(progress).toEqual([0, 1, 2].map((done) => ({ done, total: 2 })));
  });

  it('ends early when it is cancelled', async () => {
    const stopping = new AbortController();
    const startedAt = performance.now();
    const work = networkPing(
      { targets: ['127.0.0.1'], count: 20, timeoutMs: 500 },
      { signal: stopping.signal, item: () => {}, progress: () => {} },
    );
    setTimeout(() => stopping.abort(new Error('cancelled')), 100);
    await expect(work).rejects.toThrow('cancelled');
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
