import { expect, it } from 'vitest';
import { enrollOptions } from './enroll-options.ts';

it('takes a token that begins with a dash, as one of 64 does', () => {
  expect(enrollOptions(['--server', 'https://cairn.example', '--token', '-w_9'])).toEqual({
    server: 'https://cairn.example',
    token: '-w_9',
  });
  expect(enrollOptions(['--token=--x', '--server=https://cairn.example'])).toMatchObject({ token: '--x' });
});

it.each([[['--tokens', 'x']], [['x']], [['--token']]])('refuses %j', (args) =>
  expect(() => enrollOptions(args)).toThrow(/option|argument/i),
);
