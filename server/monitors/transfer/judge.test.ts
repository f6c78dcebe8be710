// What the worker thread of an import does, in this thread: whoever reads a file may change what the file says, not what the person may.
import { describe, expect, it } from 'vitest';
import { loadScreens } from '#engine/compile/library.ts';
import { plantedScreens } from '#tests/fixtures/planted-screens.ts';
import { screenDocuments } from '../../screens/screens.ts';
import type { UserActor } from '../../access/actor.ts';
import { judge, type Court } from './judge.ts';
import { knownPlaces } from './known-places.ts';

const screens = loadScreens(screenDocuments, ['cloud-monitor', 'monitor-import']);
const organization = { id: 7, name: 'Acme' };
const location = { id: 8, name: 'Main office' };

function court(
  grants: UserActor['grants'] = [{ permission: 'NODE:Create', entityId: organization.id }],
  library = screens,
): Court {
  const actor: UserActor = { kind: 'user', userId: 1, email: 'a@example.com', name: 'Ada', sysadmin: false, grants };
  const known = knownPlaces({
    organizations: [organization],
    locations: new Map([[organization.id, [location]]]),
    monitors: new Map(),
    channels: [],
  });
  const seal = () => {
    throw new Error('nothing is sealed here');
  };
  return {
    context: { actor, services: { screens: library, secrets: { seal } } },
    known,
    existing: 'UPDATE',
    seen: new Map(),
  };
}
const row = (number: number, more: object = {}) => ({
  row: number,
  unreadable: {},
  given: {
    organization: 'Acme',
    location: 'Main office',
    monitorName: 'Shop',
    monitorType: 'HTTP',
    enabled: false,
    httpHostname: 'http://shop.example/',
    ...more,
  },
});

describe('a row of an import', () => {
  it('adds a monitor where the person may add one, and nowhere else', () => {
    expect(judge(court(), row(1)).does).toBe('add');
    for (const grants of [[], [{ permission: 'NODE:Create', entityId: 99 } as const]])
      expect(judge(court(grants), row(1))).toMatchObject({ does: 'refuse', refusals: [{ field: 'organization' }] });
  });

  it('is refused when an earlier one is about the same monitor', () => {
    const one = court();
    expect(judge(one, row(1)).does).toBe('add');
    expect(judge(one, row(2))).toEqual({
      does: 'refuse',
      refusals: [{ field: 'monitorName', message: 'Row 1 is about the same monitor.' }],
    });
    expect(judge(one, row(1)).does, 'judged again').toBe('add');
  });

  it('is refused by its field for half of a surrogate pair, which PostgreSQL cannot keep', () => {
    expect(judge(court(), row(1, { httpHostname: 'http://shop.example/\ud83d' }))).toEqual({
      does: 'refuse',
      refusals: [{ field: 'httpHostname', message: 'Please enter a valid value' }],
    });
  });
});

describe('a custom field of a row', () => {
  const costCentre = { type: 'string', title: 'Cost centre', maxLength: 10 };
  const vip = { type: 'boolean', title: 'VIP', default: false };
  const planted = plantedScreens('cloud-monitor', { costCentre, vip }, 'setup');
  const judged = (more: object) => judge(court(undefined, planted), row(1, more));

  it('is read from the object `custom`, and the others get their defaults', () => {
    expect(judged({ custom: { costCentre: '4711' } })).toMatchObject({
      does: 'add',
      input: { custom: { costCentre: '4711', vip: false } },
    });
  });

  it('is validated by its screen, and refused when no screen asks for it', () => {
    expect(judged({ custom: { costCentre: '12345678901' } })).toMatchObject({
      refusals: [{ field: 'custom.costCentre', message: 'Must be at most 10 characters' }],
    });
    expect(judged({ custom: { colour: 'red' } })).toMatchObject({
      refusals: [{ field: 'custom.colour', message: 'No screen asks for this field.' }],
    });
  });
});
