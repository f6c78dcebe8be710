import { describe, expect, it } from 'vitest';
import { DueQueue } from './due-queue.ts';
import { nextDue } from './phase.ts';

describe('the due queue', () => {
  it('gives ids in the order of their times, and none before it is due', () => {
    const queue = new DueQueue();
    queue.schedule(1, 30);
    queue.schedule(2, 10);
    queue.schedule(3, 20);
    expect(queue.next).toBe(10);
    expect(queue.takeDue(5)).toBeUndefined();
    expect([queue.takeDue(25), queue.takeDue(25), queue.takeDue(25)]).toEqual([
      { id: 2, at: 10 },
      { id: 3, at: 20 },
      undefined,
    ]);
    expect(queue.size).toBe(1);
  });

  it('moves an id that is scheduled again, and forgets one that is removed', () => {
    const queue = new DueQueue();
    queue.schedule(1, 10);
    queue.schedule(2, 20);
    queue.schedule(1, 30);
    queue.remove(2);
    queue.remove(99);
    expect(queue.takeDue(100)).toEqual({ id: 1, at: 30 });
    expect(queue.takeDue(100)).toBeUndefined();
  });

  it('keeps the order through thousands of moves and removals', () => {
    const queue = new DueQueue();
    const expected = new Map<number, number>();
    let seed = 7;
    const random = (bound: number) => (seed = (seed * 48_271) % 2_147_483_647) % bound;
    for (let round = 0; round < 20_000; round += 1) {
      const id = random(3000);
      if (random(4) === 0) {
        queue.remove(id);
        expected.delete(id);
      } else {
        const at = random(1_000_000);
        queue.schedule(id, at);
        expected.set(id, at);
      }
    }
    const times: number[] = [];
    for (let due = queue.takeDue(Infinity); due; due = queue.takeDue(Infinity)) {
      expect(expected.get(due.id)).toBe(due.at);
      times.push(due.at);
    }
    expect(times.length).toBe(expected.size);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});

describe('the phase of a monitor', () => {
  it('is the same however it is asked, and one frequency apart', () => {
    const now = 1_800_000_000_123;
    const first = nextDue(42, 60_000, now);
    expect(first).toBeGreaterThan(now);
    expect(first - now).toBeLessThanOrEqual(60_000);
    expect(nextDue(42, 60_000, first - 1)).toBe(first);
    expect(nextDue(42, 60_000, first)).toBe(first + 60_000);
  });

  it('spreads 10,000 monitors evenly over their minute', () => {
    const perSecond = Array.from({ length: 60 }, () => 0);
    for (let id = 1; id <= 10_000; id += 1) {
      const second = Math.floor((nextDue(id, 60_000, 1_800_000_000_000) % 60_000) / 1000);
      perSecond[second] = (perSecond[second] ?? 0) + 1;
    }
    expect(Math.min(...perSecond)).toBeGreaterThan(160);
    expect(Math.max(...perSecond)).toBeLessThan(174);
  });
});
