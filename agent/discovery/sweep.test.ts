import { describe, expect, it } from 'vitest';
import { replyIn } from './fping-sweep.ts';
import { createLimit } from './limit.ts';
import { onAbort } from './on-abort.ts';
import { startSweep } from './ping-sweep.ts';

const settings = { pingTimeoutMS: 300, pingPacketTTL: 64, pingsPerNode: 2, delayBetweenPingsMS: 200 };

describe('a line of fping', () => {
  it('is a reply with its round trip', () => {
    expect(replyIn('10.0.0.1   : [0], 64 bytes, 0.088 ms (0.088 avg, 0% loss)')).toEqual({
      address: '10.0.0.1',
      time: 0.088,
    });
    expect(replyIn('fe80::1 : [1], 64 bytes, 12.5 ms (12 avg, 0% loss)')).toEqual({ address: 'fe80::1', time: 12.5 });
  });
  it.each([
    '10.0.0.1 : [0], timed out (NaN avg, 100% loss)',
    '10.0.0.1 : 0.52 -',
    'ICMP Host Unreachable from 10.0.0.9 for ICMP Echo sent to 10.0.0.1',
    '',
  ])('without a reply tells none: %s', (line) => expect(replyIn(line)).toBeUndefined());
});

describe('a sweep', () => {
  it('tells that an address answers before its last ping, and all round trips after it', async () => {
    const { of, done } = startSweep(['127.0.4.1', 'fe80::1'], settings, new AbortController().signal);
    const begun = performance.now();
    expect(await of('127.0.4.1').answers).toBe(true);
    expect(performance.now() - begun).toBeLessThan(settings.delayBetweenPingsMS);
    expect(await of('127.0.4.1').times).toHaveLength(2);
    await done;
    expect([await of('fe80::1').answers, await of('fe80::1').times]).toEqual([false, []]);
  });
  it('ends when it is aborted', async () => {
    const stopping = new AbortController();
    const { done } = startSweep(['127.0.4.1'], { ...settings, delayBetweenPingsMS: 1000 }, stopping.signal);
    setTimeout(() => stopping.abort(new Error('cancelled')), 50);
    await expect(done).rejects.toThrow('cancelled');
  });
});

describe('a limit', () => {
  it('runs so much work at the same time, in its order, and goes on after a failure', async () => {
    const limit = createLimit(2);
    let [running, most] = [0, 0];
    const order: number[] = [];
    const work = (index: number) =>
      limit(async () => {
        order.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        if (index === 3) throw new Error('failed');
      });
    const ended = await Promise.allSettled(Array.from({ length: 3000 }, (_, index) => work(index)));
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 3000 }, (_, index) => index));
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

describe('an abort', () => {
  it('calls everybody who waits, and nobody who has forgotten it', () => {
    const stopping = new AbortController();
    const called: string[] = [];
    onAbort(stopping.signal, () => called.push('first'));
    const forget = onAbort(stopping.signal, () => called.push('second'));
    onAbort(stopping.signal, () => called.push('third'));
    forget();
    stopping.abort();
    expect(called).toEqual(['first', 'third']);
  });
});
