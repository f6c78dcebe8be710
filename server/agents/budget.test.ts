import { describe, expect, it } from 'vitest';
import { createBudgets } from './budget.ts';

describe('the budget of a device', () => {
  it('ends with too many messages or bytes, for all its connections, until the window is over (S8)', () => {
    let now = 0;
    const budgets = createBudgets(() => now);
    for (let message = 1; message <= 200; message += 1) expect(budgets.spend(1, 100)).toBeUndefined();
    expect(budgets.spend(1, 100)).toBe('too many messages');
    expect(budgets.isSpent(1)).toBe(true);
    expect(budgets.isSpent(2)).toBe(false);
    for (let report = 1; report <= 8; report += 1) expect(budgets.spend(2, 240_000)).toBeUndefined();
    expect(budgets.spend(2, 240_000)).toBe('too many bytes');
    now = 10_001;
    expect(budgets.isSpent(1)).toBe(false);
    expect(budgets.spend(2, 100)).toBeUndefined();
  });
});
