import { expect, it } from 'vitest';
import { addressGroup } from './address-group.ts';

it('counts an IPv6 client by its /64, and an IPv4 client by its address however it is written (S16)', () => {
  expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressGroup('2001:db8:1:2:ffff::1')).toBe('2001:db8:1:2::/64');
  expect(addressGroup('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(addressGroup('192.0.2.7')).toBe('192.0.2.7');
  expect(addressGroup('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(addressGroup('unknown')).toBe('unknown');
});
