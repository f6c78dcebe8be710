// Sends every call of the catalogue as each user whom the server must refuse, and every call that reads as its owner: for an entity of
// their own, a foreign one and an unknown one. valid-calls.ts lists what a call reaches, apart from the code that guards it.
// access-changes.test.ts tests the calls that change something.
import { beforeAll, describe, expect, it } from 'vitest';
import { AccessProbes, guarded, identified, judged, permitted, reading } from './access-probes.ts';

const probes = new AccessProbes();
beforeAll(() => probes.open(), 120_000);

describe('every call that is not public', () => {
  it.each(guarded)('%s refuses nobody, a disabled user and a device', (_name, call) =>
    expect(probes.refusesStrangers(call)).resolves.toBeUndefined(),
  );

  it.each(permitted)('%s refuses a user without its permission, whatever else they hold', (_name, call) =>
    expect(probes.refusesWithoutItsPermission(call)).resolves.toBeUndefined(),
  );
});

describe('a call that reaches an organization or a person', () => {
  it.each(reading)('%s shows it to its owner alone', (name, call, valid) =>
    expect(probes.showsItsOwnerAlone(name, call, valid)).resolves.toBeUndefined(),
  );
});

describe('what is wrong in a request', () => {
  it.each(identified)('%s of an unknown entity is not found and changes nothing', (_name, call, valid) =>
    expect(probes.findsNothingUnknown(call, valid)).resolves.toBeUndefined(),
  );

  it.each(judged)('%s refuses a wrong value at its field and changes nothing', (name, call, valid) =>
    expect(probes.refusesWrongValues(name, call, valid)).resolves.toBeUndefined(),
  );
});
