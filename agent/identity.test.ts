import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityFile, identityFor } from './identity.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cairn-agent-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('the identity of a device', () => {
  it('is kept in a file that only its owner may read', () => {
    const file = identityFile(join(directory, 'data'));
    file.write({ ...identityFor(file, 'https://cairn.example.com'), nodeId: 7, key: 'secret' });
    expect(statSync(join(directory, 'data')).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'data/identity.json')).mode & 0o777).toBe(0o600);
    expect(identityFor(file, 'https://cairn.example.com')).toMatchObject({ nodeId: 7, key: 'secret' });
  });

  it('is the same before and after a lost enrolment reply, so that the request can be repeated', () => {
    const first = identityFor(identityFile(directory), 'https://cairn.example.com');
    expect(identityFor(identityFile(directory), 'https://cairn.example.com')).toEqual(first);
  });

  it('shows its key to no other server', () => {
    const file = identityFile(directory);
    file.write({ ...identityFor(file, 'https://cairn.example.com'), key: 'secret' });
    expect(identityFor(file, 'https://elsewhere.example.com').key).toBeUndefined();
  });

  it('begins anew when its file is damaged', () => {
    writeFileSync(join(directory, 'identity.json'), '{"server":');
    expect(identityFor(identityFile(directory), 'https://cairn.example.com').key).toBeUndefined();
  });
});
