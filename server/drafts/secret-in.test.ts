import { describe, expect, it } from 'vitest';
import { screenOf, type ScreenLibrary } from '#engine/compile/library.ts';
import { secretIn } from './secret-in.ts';

const login = screenOf('sample', 'login', {
  title: 'Login',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      password: { type: 'string', writeOnly: true },
      keys: { type: 'array', items: { type: 'object', properties: { secret: { type: 'string', writeOnly: true } } } },
    },
  },
});
const screens: ScreenLibrary = {
  get: () => login,
  flows: () => ['sample'],
  screens: () => ['login'],
  manifest: () => ({}),
  check: () => [],
  checkGiven: () => [],
  replace: () => undefined,
  replaced: () => ({}),
  published: () => ({}),
  forOrganization: () => screens,
  organizationsWithVariants: () => [],
  texts: () => ({}),
  edition: () => ({}),
};
const snapshot = (answers: unknown) => ({ value: 'editing', context: { answers } });

describe('a secret in a draft', () => {
  it('is found, also in a row of a list', () => {
    expect(secretIn(screens, 'sample', snapshot({ login: { name: 'ada', password: 'x' } }))).toBe('login/password');
    expect(secretIn(screens, 'sample', snapshot({ login: { keys: [{}, { secret: 'x' }] } }))).toBe(
      'login/keys/*/secret',
    );
  });

  it('is not seen where there is none', () => {
    expect(secretIn(screens, 'sample', snapshot({ login: { name: 'ada', password: '', keys: [{}] } }))).toBeUndefined();
    expect(secretIn(screens, 'sample', snapshot({ other: { password: 'x' } }))).toBeUndefined();
    for (const odd of [
      undefined,
      null,
      3,
      'text',
      [],
      {},
      { context: null },
      snapshot(null),
      snapshot({ login: 'x' }),
    ]) {
      expect(secretIn(screens, 'sample', odd)).toBeUndefined();
    }
  });
});
