import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

describe('secrets at rest', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'cairn-secrets-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('opens what it sealed, also after a restart', () => {
    const sealed = createSecrets(directory).seal('pässword ✓');
    expect(sealed).not.toContain('pässword');
    expect(createSecrets(directory).open(sealed)).toBe('pässword ✓');
  });

  it('seals the same text differently each time', () => {
    const secrets = createSecrets(directory);
    expect(secrets.seal('same')).not.toBe(secrets.seal('same'));
  });

  it('refuses an altered text and one of another installation', () => {
    const secrets = createSecrets(directory);
    const sealed = secrets.seal('secret');
    const last = sealed.at(-2) === 'A' ? 'B' : 'A';
    expect(() => secrets.open(sealed.slice(0, -2) + last + sealed.slice(-1))).toThrow('authenticate');
    rmSync(join(directory, 'secret.key'));
    expect(() => createSecrets(directory).open(sealed)).toThrow('authenticate');
  });

  it('keeps its key for the owner alone', () => {
    createSecrets(directory);
    expect(statSync(join(directory, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it('does not replace a damaged key, which would lose every secret', () => {
    const path = join(directory, 'secret.key');
    writeFileSync(path, 'short\n');
    expect(() => createSecrets(directory)).toThrow(path);
    expect(readFileSync(path, 'utf8')).toBe('short\n');
  });
});
