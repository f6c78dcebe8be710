import { expect, it } from 'vitest';
import { requireOwnOrigin } from './http/gate.ts';
import { isOwnHost } from './own-host.ts';

const settings = { publicUrl: 'https://cairn.example.com', allowedHosts: ['console.example.net'] };

it.each([
  ['192.0.2.7:7420', true],
  ['[2001:db8::1]:7420', true],
  ['localhost:7420', true],
  ['cairn:7420', true],
  ['cairn.local', true],
  ['CAIRN.example.com', true],
  ['cairn.example.com.', true],
  ['console.example.net:8443', true],
  ['evil.example.org', false],
  ['cairn.example.com.evil.org', false],
  ['evil.org:7420', false],
  ['a b', false],
  [undefined, false],
])('takes %j for a name of this server: %j (S16)', (host, own) => expect(isOwnHost(host, settings)).toBe(own));

it('refuses a page of a name that was made to resolve to this server, by words that say what to set (S16)', () => {
  const from = (host: string) => ({ headers: { host, origin: `http://${host}` } }) as never;
  expect(() => requireOwnOrigin(from('evil.org:7420'), settings)).toThrow('Cairn is not known as evil.org:7420');
  expect(() => requireOwnOrigin(from('192.0.2.7:7420'), settings)).not.toThrow();
  expect(() => requireOwnOrigin(from('console.example.net'), settings)).not.toThrow();
});
