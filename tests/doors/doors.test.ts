import { expect, it } from 'vitest';
import { differences, doorTable } from './door-table.ts';

it('opens each call to whom the reviewed table says; `npm run bench -- doors.keys --write` renews it (S1)', () => {
  expect(differences()).toEqual([]);
});

it('lets no key reach a call that asks for a step-up, and nobody without it (S1)', () => {
  for (const [name, session, , read, write] of doorTable()) {
    if (session !== 'PASSWORD_REQUIRED') continue;
    expect([read, write], name).toEqual(['api_key_refused', 'api_key_refused']);
  }
});
