import { expect, it } from 'vitest';
import { createTail, publicMessage, readOutcome } from './outcome.ts';

const secrets = { password: 'open sesame', token: 'a-token-of-twenty-letters' };

it.each([
  ['cairn:installed\n', 'It starts with the computer'],
  ['a greeting\r\ncairn:installed_until_restart\r\n\r\n', /has no systemd/],
])('reads the installation in %j', (stdout, message) => {
  expect(readOutcome({ stdout, stderr: 'a lecture of sudo' }, { ...secrets, password: 'r' })).toMatch(message);
});

it.each([
  ['cairn:no_node', '', 'no_node', 'Node.js 20.19 or newer is not installed'],
  ['cairn:download_failed', 'status 404', 'download_failed', 'status 404'],
  ['status 404\ncairn:download_failed', '', 'download_failed', 'status 404'],
  ['cairn:installed\nand then', '', 'install_failed', 'cairn:installed and then'],
  ['cairn:toString', '', 'install_failed', 'cairn:toString'],
  ['', ' not in the sudoers file ', 'install_failed', 'not in the sudoers file'],
  ['', '', 'install_failed', 'The computer did not say why'],
])('reads the failure in %j and %j', (stdout, stderr, code, message) => {
  expect(() => readOutcome({ stdout, stderr }, secrets)).toThrow(expect.objectContaining({ code, message }));
});

it('removes secrets and control characters from a message, and keeps its end', () => {
  const text = `${'x'.repeat(600)}\u001b[31mopen sesame\u0000\na-token-of-twenty-letters end`;
  const message = publicMessage(text, secrets);
  expect(message).toHaveLength(500);
  expect(message).toMatch(/x \[31m\*\*\* \*\*\* end$/);
  expect(publicMessage('said', { ...secrets, password: '' })).toBe('said');
});

it('drops the line that the length cuts', () => {
  const tail = createTail(10);
  tail.add('open ses');
  tail.add(Buffer.from('ame\nlast'));
  expect(tail.text()).toBe('last');
  const long = createTail(4);
  long.add('no line break');
  expect(long.text()).toBe('');
});
