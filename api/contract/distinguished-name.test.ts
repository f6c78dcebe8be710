import { expect, it } from 'vitest';
import { isWithin, keyOfPath } from './distinguished-name.ts';

it.each([
  ['OU=Sales,DC=corp,DC=test', ' ou = SALES , dc=Corp,DC=test'],
  ['OU=R\\,D,DC=corp', 'OU=R\\2CD,DC=corp'],
  ['OU=Caf\\C3\\A9,DC=corp', 'OU=Café,DC=corp'],
  ['OU=a\\\\2C,DC=corp', 'OU=A\\5C2c,DC=corp'],
])('takes %s and %s as the same path (F04-28)', (one, other) => {
  expect(keyOfPath(one)).toBe(keyOfPath(other));
  expect(isWithin(one, other)).toBe(true);
});

it.each([
  ['OU=Sales,DC=corp', 'OU=Sales2,DC=corp'],
  ['OU=R\\,OU=D,DC=corp', 'OU=R,OU=D,DC=corp'],
  ['OU=Sales\\ ,DC=corp', 'OU=Sales,DC=corp'],
])('takes %s and %s as different paths', (one, other) => expect(keyOfPath(one)).not.toBe(keyOfPath(other)));

it('knows what stands below, by whole names (F04-29, F04-30)', () => {
  expect(isWithin('OU=Laptops,OU=Sales,DC=corp', 'ou=sales,dc=corp')).toBe(true);
  expect(isWithin('OU=Sales,DC=corp', 'OU=Laptops,OU=Sales,DC=corp')).toBe(false);
  expect(isWithin('OU=PreSales,DC=corp', 'OU=Sales,DC=corp')).toBe(false);
});
