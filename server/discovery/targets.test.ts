import { describe, expect, it } from 'vitest';
import { errors } from '#api/contract/errors.ts';
import { mostTargets } from '#api/contract/agent-methods/discovery.ts';
import { expandTargets } from './targets.ts';

describe('targets of a discovery (F02-30, F02-59)', () => {
  it.each([
    ['an address', '192.0.2.7', ['192.0.2.7']],
    ['a range to a last number', '192.0.2.7-9', ['192.0.2.7', '192.0.2.8', '192.0.2.9']],
    ['a range to an address', '192.0.2.255 - 192.0.3.1', ['192.0.2.255', '192.0.3.0', '192.0.3.1']],
    ['a block without its network and broadcast addresses', '192.0.2.5/30', ['192.0.2.5', '192.0.2.6']],
    ['a block of two hosts', '192.0.2.4/31', ['192.0.2.4', '192.0.2.5']],
    ['a block of one host', '192.0.2.4/32', ['192.0.2.4']],
    ['IPv6', '2001:db8::/127, 2001:DB8::9', ['2001:db8::', '2001:db8::1', '2001:db8::9']],
    ['mixed separators', '192.0.2.1,192.0.2.2\n192.0.2.3 192.0.2.4', [1, 2, 3, 4].map((host) => `192.0.2.${host}`)],
    ['the same address twice', '192.0.2.1-2 192.0.2.2/32', ['192.0.2.1', '192.0.2.2']],
  ])('%s', (_what, text, addresses) => expect(expandTargets(text, 100)).toEqual(addresses));

  it('are refused without being made when there are too many', () => {
    expect(expandTargets('192.0.2.0/24', 254)).toHaveLength(254);
    expect(expandTargets('192.0.2.0/24', 253)).toBeUndefined();
    expect(expandTargets('192.0.2.1-100 192.0.3.1-100', 199)).toBeUndefined();
    const startedAt = performance.now();
    expect(expandTargets('2001:db8::/32 10.0.0.0/8', mostTargets)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(100);
  });

  it('have a maximum that its message names (F02-43)', () => {
    expect(errors.number_of_network_scan_targets_exceeded.message).toBe(
      `Maximum number of targets cannot exceed ${mostTargets}. Please modify the target list and try again.`,
    );
  });
});
