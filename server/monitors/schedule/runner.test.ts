import { describe, expect, it } from 'vitest';
import { Runner, type Clock } from './runner.ts';

/** Time that moves only when told to; work runs in the order of its times. */
function handClock(): Clock & { advance(milliseconds: number): Promise<void> } {
  let now = 1_000_000;
  let waiting: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    after(milliseconds, work) {
      const entry = { at: now + milliseconds, work };
      waiting.push(entry);
      return () => (waiting = waiting.filter((each) => each !== entry));
    },
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        const next = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        waiting = waiting.filter((each) => each !== next);
        now = Math.max(now, next.at);
        next.work();
      }
      now = end;
    },
  };
}

function world(options: { limit?: number; takes?: number; frequency?: number } = {}) {
  const { limit = 100, takes = 0, frequency = 1000 } = options;
  const clock = handClock();
  const started: [id: number, at: number, late: number][] = [];
  let most = 0;
  const active = new Set<number>();
  const overlaps: number[] = [];
  const runner = new Runner({
    clock,
    limit,
    nextDue: (_, now) => Math.floor(now / frequency) * frequency + frequency,
    async run(id, due) {
      if (active.has(id)) overlaps.push(id);
      active.add(id);
      most = Math.max(most, active.size);
      started.push([id, clock.now() - 1_000_000, clock.now() - due]);
      if (takes > 0) await new Promise<void>((resolve) => clock.after(takes, resolve));
      active.delete(id);
    },
  });
  return { clock, runner, started, overlaps, most: () => most };
}

describe('the runner', () => {
  it('runs each id when it is due and again at its next time', async () => {
    const { clock, runner, started } = world();
    runner.schedule(1, 1_000_500);
    await clock.advance(3600);
    expect(started).toEqual([
      [1, 500, 0],
      [1, 1000, 0],
      [1, 2000, 0],
      [1, 3000, 0],
    ]);
  });

  it('never runs one id twice at a time: a run longer than the frequency skips a turn', async () => {
    const { clock, runner, started, overlaps } = world({ takes: 1500 });
    runner.schedule(1, 1_000_000);
    await clock.advance(5900);
    expect(started.map(([, at]) => at)).toEqual([0, 2000, 4000]);
    expect(overlaps).toEqual([]);
  });

  it('keeps to its limit and starts the rest as others end', async () => {
    const { clock, runner, started, most } = world({ limit: 2, takes: 100, frequency: 10_000 });
    for (let id = 1; id <= 5; id += 1) runner.schedule(id, 1_000_000);
    await clock.advance(1000);
    expect(started.map(([, at]) => at)).toEqual([0, 0, 100, 100, 200]);
    expect(new Set(started.map(([id]) => id)).size).toBe(5);
    expect(started.at(-1)?.[2]).toBe(200);
    expect(most()).toBe(2);
  });

  it('moves an id that is scheduled anew, and wakes for an earlier one', async () => {
    const { clock, runner, started } = world({ frequency: 100_000 });
    runner.schedule(1, 1_050_000);
    runner.schedule(2, 1_000_010);
    runner.schedule(1, 1_000_005);
    await clock.advance(1000);
    expect(started).toEqual([
      [1, 5, 0],
      [2, 10, 0],
    ]);
  });

  it('runs an id once more when it is asked for while it runs', async () => {
    const { clock, runner, started, overlaps } = world({ takes: 100, frequency: 100_000 });
    runner.schedule(1, 1_000_000);
    await clock.advance(50);
    runner.schedule(1, 1_000_050);
    runner.schedule(1, 1_000_050);
    await clock.advance(1000);
    expect(started.map(([, at]) => at)).toEqual([0, 100]);
    expect(overlaps).toEqual([]);
  });

  it('runs a removed id no more, and says when a run under way has ended', async () => {
    const { clock, runner, started } = world({ takes: 100, frequency: 100_000 });
    runner.schedule(1, 1_000_000);
    runner.schedule(2, 1_000_010);
    await clock.advance(5);
    runner.remove(2);
    let ended = false;
    void runner.ended([1, 2]).then(() => (ended = true));
    await clock.advance(50);
    expect(ended).toBe(false);
    await clock.advance(100);
    expect(ended).toBe(true);
    expect(started.map(([id]) => id)).toEqual([1]);
  });

  it('begins nothing once stopped, and waits for what is under way', async () => {
    const { clock, runner, started } = world({ takes: 100 });
    runner.schedule(1, 1_000_000);
    await clock.advance(10);
    let stopped = false;
    void runner.stop().then(() => (stopped = true));
    runner.schedule(2, 1_000_010);
    await clock.advance(50);
    expect(stopped).toBe(false);
    await clock.advance(5000);
    expect(stopped).toBe(true);
    expect(started.map(([id]) => id)).toEqual([1]);
  });
});
