import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryInUse, lockDirectory, refuseUsedDirectory } from './directory-lock.ts';
import { startOf } from './processes.ts';

const module = fileURLToPath(new URL('directory-lock.ts', import.meta.url));
let directory: string;

beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'cairn-lock-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Spawns a process that tries to take the lock, prints the result, and holds the lock until killed. */
function contender() {
  const program = `import { lockDirectory } from ${JSON.stringify(module)};
    try { lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000); } catch (error) { console.log(error.message); }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = new Promise<string>((resolve) =>
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim())),
  );
  const kill = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { said, kill, pid: child.pid };
}

describe('the check before the server is loaded', () => {
  it('refuses a directory whose lock is held, and no other', () => {
    refuseUsedDirectory(directory);
    const release = lockDirectory(directory);
    expect(() => refuseUsedDirectory(directory)).toThrow(`Another Cairn server (process ${process.pid})`);
    release();
    expect(() => refuseUsedDirectory(directory)).not.toThrow();
  });

  it('leaves a directory that cannot be read to the start of the server', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => refuseUsedDirectory(file)).not.toThrow();
    expect(() => refuseUsedDirectory(join(directory, 'missing'))).not.toThrow();
  });
});

describe('the lock of the data directory', () => {
  it('names the process that has it', () => {
    lockDirectory(directory);
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUse);
    expect(() => lockDirectory(directory)).toThrow(`process ${process.pid}`);
  });

  it('is free again once it was given back', () => {
    lockDirectory(directory)();
    expect(() => lockDirectory(directory)).not.toThrow();
  });

  it('is taken over from a server that was killed', async () => {
    const first = contender();
    expect(await first.said).toBe('held');
    expect(() => lockDirectory(directory)).toThrow(`process ${first.pid}`);
    await first.kill();
    expect(() => lockDirectory(directory)).not.toThrow();
  });

  it.skipIf(startOf(process.pid) === undefined)('is taken over when the pid belongs to another program by now', () => {
    writeFileSync(join(directory, 'server.lock.4'), JSON.stringify({ pid: process.ppid, start: '1' }));
    expect(() => lockDirectory(directory)).not.toThrow();
    expect(readdirSync(directory)).toEqual(['server.lock.5']);
  });

  it('is taken over when a crash left half a lock', () => {
    writeFileSync(join(directory, 'server.lock.1'), '{"pid":');
    expect(() => lockDirectory(directory)).not.toThrow();
  });

  it('goes to exactly one of several servers that find a dead one at once', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(join(directory, 'server.lock.1'), JSON.stringify({ pid, start: '1' }));
    const contenders = Array.from({ length: 6 }, contender);
    const said = await Promise.all(contenders.map((each) => each.said));
    await Promise.all(contenders.map((each) => each.kill()));
    expect(said.filter((words) => words === 'held')).toHaveLength(1);
    expect(said.filter((words) => words.startsWith('Another Cairn server'))).toHaveLength(5);
  });
});
