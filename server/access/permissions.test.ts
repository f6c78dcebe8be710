import { PgDialect } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { owedProof, type Actor, type UserActor } from './actor.ts';
import { holds, holdsEverywhere } from './permissions.ts';
import { signedIn } from './signed-in.ts';
import { visibleNodes, visibleOrganizations } from './visibility.ts';

const anonymous: Actor = { kind: 'anonymous' };
const user = (changes: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  userId: 1,
  email: 'ada@example.com',
  name: 'Ada',
  sysadmin: false,
  grants: [],
  ...changes,
});

describe('holds', () => {
  it('passes a sysadmin everywhere and nobody else without a grant', () => {
    expect(holds(user({ sysadmin: true }), 'SYSTEM:Backup.Manage', 7)).toBe(true);
    expect(holds(user(), 'SYSTEM:Backup.Manage')).toBe(false);
    expect(holds(anonymous, 'ORGANIZATION:View')).toBe(false);
  });

  it('keeps a grant for one entity to that entity', () => {
    const actor = user({ grants: [{ permission: 'ORGANIZATION:Update', entityId: 7 }] });
    expect(holds(actor, 'ORGANIZATION:Update', 7)).toBe(true);
    expect(holds(actor, 'ORGANIZATION:Update', 8)).toBe(false);
    expect(holds(actor, 'ORGANIZATION:Update')).toBe(true);
    expect(holds(actor, 'ORGANIZATION:Delete', 7)).toBe(false);
    expect(holdsEverywhere(actor, 'ORGANIZATION:Update')).toBe(false);
  });

  it('reaches every entity with a grant for all', () => {
    const actor = user({ grants: [{ permission: 'ORGANIZATION:Update', entityId: null }] });
    expect(holds(actor, 'ORGANIZATION:Update', 8)).toBe(true);
    expect(holdsEverywhere(actor, 'ORGANIZATION:Update')).toBe(true);
  });
});

describe('what is visible', () => {
  const written = (condition: SQL) => {
    const { sql, params } = new PgDialect().sqlToQuery(condition);
    // Whatever an actor may see, it sees nothing that is marked for deletion.
    expect(sql).toContain('deletion_id is not null');
    return { sql: sql.replaceAll(/ and \("\w+"\."\w+" = any\(array\([^)]*\)\)\) is not true/g, ''), params };
  };

  it('is nothing without a grant, all for a sysadmin, and the granted ids otherwise', () => {
    expect(written(visibleOrganizations(anonymous)).sql).toContain('false');
    expect(written(visibleOrganizations(user())).sql).toContain('false');
    expect(written(visibleOrganizations(user({ sysadmin: true }))).sql).toContain('true');
    const some = user({ grants: [3, 5].map((entityId) => ({ permission: 'ORGANIZATION:View', entityId })) });
    expect(written(visibleOrganizations(some))).toEqual({ sql: '("organization"."id" in ($1, $2))', params: [3, 5] });
  });

  it('asks of a device both its organization and NODE:View', () => {
    const both = user({
      grants: [
        { permission: 'ORGANIZATION:View', entityId: null },
        { permission: 'NODE:View', entityId: 5 },
      ],
    });
    const { sql: nodes, params } = written(visibleNodes(both));
    expect(params).toEqual([5]);
    expect(nodes).toContain('"node"."organization_id" in ($1)');
    expect(nodes).toContain('"node"."deletion_id" is null');
    expect(written(visibleNodes(user({ grants: [{ permission: 'NODE:View', entityId: null }] }))).sql).toContain(
      'false',
    );
  });
});

describe('step-up', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const fresh = new Date('2026-05-01T11:57:00Z');
  const stale = new Date('2026-05-01T11:50:00Z');

  it('asks for nothing where the call does not', () => {
    expect(owedProof(user(), {}, now)).toBeUndefined();
  });

  it('asks for the password once it was shown too long ago, or never (S1)', () => {
    expect(owedProof(user({ passwordProvenAt: fresh }), { stepUp: true }, now)).toBeUndefined();
    expect(owedProof(user({ passwordProvenAt: stale }), { stepUp: true }, now)).toBe('PASSWORD_REQUIRED');
    expect(owedProof(user({ passwordProvenAt: null }), { stepUp: true }, now)).toBe('PASSWORD_REQUIRED');
  });

  it('asks for the code as well where a second factor is set up', () => {
    const shown = (provenAt: Date | null) =>
      user({ passwordProvenAt: fresh, secondFactor: { provenAt, methods: ['TOTP'] } });
    expect(owedProof(shown(fresh), { stepUp: true }, now)).toBeUndefined();
    expect(owedProof(shown(stale), { stepUp: true }, now)).toBe('MFA_REQUIRED');
    expect(owedProof(shown(null), { stepUp: true }, now)).toBe('MFA_REQUIRED');
  });

  it('asks for the code alone where the body holds the password', () => {
    expect(owedProof(user({ passwordProvenAt: stale }), { stepUp: 'code' }, now)).toBeUndefined();
    expect(
      owedProof(
        user({ passwordProvenAt: stale, secondFactor: { provenAt: stale, methods: ['TOTP'] } }),
        { stepUp: 'code' },
        now,
      ),
    ).toBe('MFA_REQUIRED');
  });
});

describe('a call for people', () => {
  it('refuses nobody in particular, and takes anybody who signed in', () => {
    expect(() => signedIn(anonymous)).toThrow(expect.objectContaining({ code: 'not_signed_in' }));
    expect(signedIn(user())).toEqual(user());
  });
});
