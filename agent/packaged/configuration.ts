import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Settings of agent.conf that `cairn-agent enroll` writes. */
type Written = Record<'CAIRN_AGENT_SERVER' | 'CAIRN_AGENT_TOKEN', string>;

/** The file of an installed agent's settings, one `NAME=value` a line. `CAIRN_AGENT_CONFIG` names another one. */
export function configurationPath(environment: NodeJS.ProcessEnv): string {
  const { CAIRN_AGENT_CONFIG: own, ProgramData = 'C:\\ProgramData' } = environment;
  if (own) return own;
  return process.platform === 'win32' ? join(ProgramData, 'Cairn Agent', 'agent.conf') : '/etc/cairn-agent/agent.conf';
}

/** The environment, with the settings of agent.conf where it has none. @throws Error when the file may not be read */
export function withConfiguration(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...parseEnv(readConfiguration(configurationPath(environment))), ...environment };
}

function readConfiguration(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Writes the settings to agent.conf (0600) and keeps its other lines. A crash leaves the old file or the new. */
export function writeConfiguration(path: string, written: Written): void {
  const aside = `${path}.${process.pid}`;
  const text = changeSettings(readConfiguration(path), written);
  rmSync(aside, { force: true });
  writeFileSync(aside, text, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(aside, path);
}

/** The text with these settings in place of their lines, or at its end. Values hold no line break. */
export function changeSettings(text: string, written: Written): string {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') lines.pop();
  const left = new Map(Object.entries(written));
  const changed = lines.flatMap((line) => {
    const name = /^\s*(?:export\s+)?([A-Z_]+)\s*=/.exec(line)?.[1] ?? '';
    if (!Object.hasOwn(written, name)) return [line];
    const value = left.get(name);
    // Of a setting that is there twice, the last would win.
    return value !== undefined && left.delete(name) ? [`${name}=${value}`] : [];
  });
  return [...changed, ...Array.from(left, ([name, value]) => `${name}=${value}`), ''].join('\n');
}
