import { afterEach, describe, expect, it, vi } from 'vitest';
import { newUuid } from './uuid.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a new UUID', () => {
  it('is of version 4, and another each time', () => {
    const made = Array.from({ length: 1000 }, newUuid);
    for (const uuid of made) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(made).size).toBe(made.length);
  });

  it('is made over plain http as well, where the browser has no `randomUUID`', () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) });
    expect(newUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  });
});
