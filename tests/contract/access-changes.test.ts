// Every call of the catalogue that changes something, asked by its owner, by administrators and by those who must not get through,
// with a new organization for each.
import { beforeAll, describe, expect, it } from 'vitest';
import { AccessProbes, administrative, changing } from './access-probes.ts';

const probes = new AccessProbes();
beforeAll(() => probes.open(), 120_000);

describe('a call that reaches an organization or a person', () => {
  it.each(changing)('%s changes it for its owner alone, together with one audit row', (_name, call, valid) =>
    expect(probes.changesForItsOwnerAlone(call, valid)).resolves.toBeUndefined(),
  );
});

describe('a call of administrators', () => {
  it.each(administrative)('%s changes nothing without its audit row', (_name, call, valid) =>
    expect(probes.changesForAdministrators(call, valid)).resolves.toBeUndefined(),
  );
});
