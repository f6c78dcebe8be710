import { expect, it } from 'vitest';
import { wordsOfDeployment, wordsOfReading, wordsOfSignIn, wordsOfTree } from './words.ts';

const said = (code: Parameters<typeof wordsOfReading>[0]['code'], message = '') => ({ code, message });

it.each([
  ['succeeded', ''],
  ['invalid_ou_path', 'Invalid OU Path'],
  ['access_denied', 'Insufficient privilege'],
  ['required_privilege_not_held', 'Insufficient privilege'],
  ['incorrect_username_or_password', 'Invalid credentials'],
  ['failed', 'Error validating OU Path'],
] as const)('says of a reading that ended as %s: %s (F04-27, F04-45 … F04-48)', (code, words) => {
  expect(wordsOfReading(said(code))).toBe(words);
});

it.each([
  ['succeeded', ''],
  ['access_denied', 'Insufficient privilege'],
  ['required_privilege_not_held', 'Insufficient privilege'],
  ['incorrect_username_or_password', 'Invalid credentials'],
  ['failed', 'Credentials could not be validated'],
] as const)('says of a sign-in that ended as %s: %s (F04-47 … F04-49)', (code, words) => {
  expect(wordsOfSignIn(said(code))).toBe(words);
});

it('says why a tree cannot be read (F04-51)', () => {
  expect(wordsOfTree(said('succeeded'))).toBe('');
  expect(wordsOfTree(said('failed'))).toBe('Error loading Active Directory tree');
  expect(wordsOfTree(said('access_denied'))).toBe('Error loading Active Directory tree. Insufficient privilege');
  expect(wordsOfTree(said('failed', 'Busy'))).toBe('Error loading Active Directory tree. Busy');
});

it('adds what the directory or the computer said', () => {
  expect(wordsOfSignIn(said('incorrect_username_or_password', 'The password has expired'))).toBe(
    'Invalid credentials. The password has expired',
  );
  expect(wordsOfDeployment(null, '')).toBe('');
  expect(wordsOfDeployment('installed', 'It starts with the computer')).toBe(
    'The agent was started on the computer. It starts with the computer',
  );
  expect(wordsOfDeployment('install_failed', 'No space left')).toBe('The agent could not be installed. No space left');
});
