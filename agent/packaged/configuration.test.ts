import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterTest } from '#tests/clean-up.ts';
import { moduleArguments } from '../own-program.ts';
import { changeSettings, configurationPath, withConfiguration, writeConfiguration } from './configuration.ts';

const written = { CAIRN_AGENT_SERVER: 'https://cairn.example.com', CAIRN_AGENT_TOKEN: 'a-token-of-twenty-letters' };

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-conf-'));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'agent.conf');
}

describe('the settings of an installed agent', () => {
  it('replace their own lines and keep every other', () => {
    const text =
      '# CAIRN_AGENT_TOKEN=of a comment\r\nCAIRN_AGENT_SERVER=\n CAIRN_AGENT_TOKEN = old\nCAIRN_AGENT_DATA=/data\n';
    expect(changeSettings(text, written)).toBe(
      '# CAIRN_AGENT_TOKEN=of a comment\nCAIRN_AGENT_SERVER=https://cairn.example.com\n' +
        'CAIRN_AGENT_TOKEN=a-token-of-twenty-letters\nCAIRN_AGENT_DATA=/data\n',
    );
    expect(changeSettings('CAIRN_AGENT_TOKEN=a\nCAIRN_AGENT_TOKEN=b', written)).toBe(
      'CAIRN_AGENT_TOKEN=a-token-of-twenty-letters\nCAIRN_AGENT_SERVER=https://cairn.example.com\n',
    );
  });

  it('stay in a file that only its owner may read, also when others could read it before', () => {
    const path = temporaryFile();
    writeFileSync(path, 'CAIRN_AGENT_DATA=/data\n', { mode: 0o644 });
    writeConfiguration(path, written);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain('CAIRN_AGENT_DATA=/data\n');
  });

  it('are read from the file, and the environment wins', () => {
    const path = temporaryFile();
    writeConfiguration(path, written);
    const environment = { CAIRN_AGENT_CONFIG: path, CAIRN_AGENT_SERVER: 'https://other.example.com' };
    expect(withConfiguration(environment)).toMatchObject({
      CAIRN_AGENT_SERVER: 'https://other.example.com',
      CAIRN_AGENT_TOKEN: written.CAIRN_AGENT_TOKEN,
    });
    expect(withConfiguration({ CAIRN_AGENT_CONFIG: `${path}.missing` })['CAIRN_AGENT_SERVER']).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('stand in /etc', () => {
    expect(configurationPath({})).toBe('/etc/cairn-agent/agent.conf');
  });
});

it('starts a module by Node with its file, and by the single executable with a subcommand', () => {
  expect(moduleArguments('/data/cairn-delegate.mjs', false)).toEqual(['/data/cairn-delegate.mjs']);
  expect(moduleArguments('/data/cairn-delegate.mjs', true)).toEqual(['run-module', '/data/cairn-delegate.mjs']);
  expect(moduleArguments('/data/cairn-delegate.mjs')).toEqual(['/data/cairn-delegate.mjs']);
});
