// Every call of the catalogue, asked by everybody who must not get through, and each that reads by its owner: for an own, a foreign
// and an unknown entity. What a call reaches stands in valid-calls.ts, apart from the code that guards it. What changes something is
// asked of in access-changes.test.ts.
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
