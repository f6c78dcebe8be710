import { describe, expect, it } from 'vitest';
import { beatsOf } from './beats.ts';

const minute = 60;
const beatsFrom = (start: number, states: string, every = minute) => ({
  at: [...states].map((_, index) => start + index * every),
  states,
  responseTimes: [...states].map(() => 5),
});
const statesOf = (...given: Parameters<typeof beatsOf>) => beatsOf(...given).map(({ state }) => state);

describe('the beats of a monitor (B: heartbeat)', () => {
  it('shows each check as up, down or within maintenance', () => {
    const beats = beatsFrom(1000, 'udUD');
    expect(statesOf({ beats, frequency: minute }, 1_190_000)).toEqual(['up', 'down', 'maintenance', 'maintenanceDown']);
  });

  it('shows a gap where there were no checks, and that checks stopped', () => {
    const beats = { at: [1000, 1060, 1120, 9000], states: 'uuuu', responseTimes: [1, 1, 1, 1] };
    const shown = beatsOf({ beats, frequency: minute }, 20_000_000);
    expect(shown.map(({ state }) => state)).toEqual(['up', 'up', 'up', 'unknown', 'up', 'unknown']);
    expect(shown[3]).toMatchObject({ at: 1_120_000, until: 9_000_000 });
    expect(shown[5]).toMatchObject({ at: 9_000_000, until: 20_000_000 });
  });

  it('takes checks of an earlier, lower frequency for no gaps', () => {
    const beats = beatsFrom(1000, 'uuuuu', 3600);
    expect(statesOf({ beats, frequency: minute }, 15_500_000)).not.toContain('unknown');
  });

  it('never shows more than 30, the newest', () => {
    const beats = beatsFrom(1000, `d${'u'.repeat(29)}`);
    const late = beatsOf({ beats, frequency: minute }, 99_000_000);
    expect(late).toHaveLength(30);
    expect(late.at(-1)?.state).toBe('unknown');
    expect(late.map(({ state }) => state)).not.toContain('down');
  });

  it('is empty before the first check', () => {
    expect(beatsOf({ beats: beatsFrom(0, ''), frequency: minute }, 1)).toEqual([]);
  });
});
