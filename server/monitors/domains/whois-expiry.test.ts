import { describe, expect, it } from 'vitest';
import { domainsAbove } from './domains-above.ts';
import { whoisExpiry } from './whois-expiry.ts';

describe('the expiry in a WHOIS answer (F08-65)', () => {
  it.each([
    ['   Registry Expiry Date: 2027-08-13T04:00:00Z', '2027-08-13T04:00:00.000Z'],
    ['Registrar Registration Expiration Date: 2027-08-13T04:00:00+0200', '2027-08-13T02:00:00.000Z'],
    ['        Expiry date:  31-Jan-2027', '2027-01-31T00:00:00.000Z'],
    ['paid-till:     2027-05-31T21:00:00Z', '2027-05-31T21:00:00.000Z'],
    ['expires:            2027-02-03', '2027-02-03T00:00:00.000Z'],
    ['expire:       31.12.2027', '2027-12-31T00:00:00.000Z'],
    ['[Expires on]                    2027/03/31', '2027-03-31T00:00:00.000Z'],
    ['Expiration Date: 20270405', '2027-04-05T00:00:00.000Z'],
    ['expires.............: 9.11.2027 00:00:00', '2027-11-09T00:00:00.000Z'],
  ])('reads “%s”', (line, instant) => {
    expect(whoisExpiry(`Domain: example.test\r\n${line}\r\nmore`)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    'Creation Date: 2020-01-01T00:00:00Z',
    'Expiry date: soon',
    'Expiry date: 99-99-9999',
    `expires: ${'9'.repeat(60_000)}`,
  ])('finds none in “%.40s”', (text) => {
    expect(whoisExpiry(text)).toBeUndefined();
  });
});

describe('the domains above a host', () => {
  it('are those that may be registered, the shortest first', () => {
    expect(domainsAbove('www.shop.example.co.uk')).toEqual(['co.uk', 'example.co.uk', 'shop.example.co.uk']);
    expect(domainsAbove('example.com.')).toEqual(['example.com']);
    expect(['localhost', '192.0.2.1', '2001:db8::1', 'a..b', ''].flatMap(domainsAbove)).toEqual([]);
  });
});
