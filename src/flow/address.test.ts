import { describe, expect, it } from 'vitest';
import { placeIn, routeWith } from './address.ts';

describe('the address of a flow', () => {
  it('names its draft and its step', () => {
    expect(placeIn('/editor/cloudMonitor?draft=one&step=setup')).toEqual({ draft: 'one', step: 'setup' });
    expect(placeIn('/editor/cloudMonitor')).toEqual({});
  });

  it('keeps what else it says', () => {
    expect(routeWith('/setup?token=a%20b&step=account', { draft: 'one', step: 'division' })).toBe(
      '/setup?token=a+b&step=division&draft=one',
    );
    expect(routeWith('/editor/customer', { draft: 'one', step: 'details' })).toBe(
      '/editor/customer?draft=one&step=details',
    );
  });
});
