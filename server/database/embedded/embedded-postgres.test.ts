import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskFull } from './disk.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive } from './processes.ts';

const asRoot = process.getuid?.() === 0;
const module = fileURLToPath(new URL('embedded-postgres.ts', import.meta.url));
let directory: string;
let said: string[];
const running: EmbeddedPostgres[] = [];

const log = { info: (words: string) => void said.push(words), error: (words: string) => void said.push(words) };

async function start(folder = directory, options: Parameters<typeof startEmbeddedPostgres>[2] = {}) {
  const started = await startEmbeddedPostgres(folder, log, options);
  running.push(started);
  return started;
}

async function query(postgres: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(postgres.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function untilAnswered(postgres: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await query(postgres, text);
    } catch (error) {
      if (attempt > 400) throw error;
      await sleep(25);
    }
  }
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cairn-embedded-'));
  // The user that runs PostgreSQL for root must be able to traverse the folder.
  chmodSync(directory, 0o711);
  said = [];
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  it('starts on an empty directory, listens on a socket alone, and keeps its rows over a stop', async () => {
    const first = await start();
    const [settings] = await query(
      first,
      "select current_setting('fsync') fsync, current_setting('listen_addresses') addresses, current_setting('server_version_num')::int / 10000 major, current_setting('full_page_writes') pages, current_setting('synchronous_commit') commits",
    );
    expect(settings).toEqual({ fsync: 'on', addresses: '', major: 18, pages: 'on', commits: 'on' });
    await query(first, 'create table kept as select 7 as number');
    await first.stop();
    expect(isAlive(first.pid() ?? 0)).toBe(false);
    expect(await query(await start(), 'select number from kept')).toEqual([{ number: 7 }]);
  });

  // Scenario: a service with its own user, which an administrator starts manually as root.
  it.runIf(asRoot)('runs for root as the user whose data it finds', async () => {
    const first = await start();
    await query(first, 'create table kept as select 7 as number');
    await first.stop();
    const [uid, gid] = [7412, 7413];
    // initdb needs a user with a name; existing data does not.
    expect(spawnSync('chown', ['-R', `${uid}:${gid}`, join(directory, 'postgres')]).status).toBe(0);
    const second = await start();
    expect(await query(second, 'select number from kept')).toEqual([{ number: 7 }]);
    expect(statSync(`/proc/${second.pid()}`).uid).toBe(uid);
  });

  it('lets nobody but its own user into the socket and the data', async () => {
    const { connection } = await start();
    expect(statSync(String(connection.host)).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'postgres')).mode & 0o077).toBe(0);
  });

  it('asks for a password on its socket, also the user that it runs as (S16)', async () => {
    const { connection } = await start();
    const file = join(directory, 'postgres.password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).uid).toBe(process.getuid?.());
    const { password: _password, ...open } = connection;
    for (const guess of [open, { ...open, password: 'guessed' }]) {
      const stranger = new Client(guess);
      stranger.on('error', () => undefined);
      await expect(stranger.connect()).rejects.toThrow(/password/);
    }
    if (!asRoot) return;
    const { uid } = statSync(join(directory, 'postgres'));
    const read = spawnSync('cat', [file], { uid, gid: uid, encoding: 'utf8' });
    expect(read.stderr).toContain('Permission denied');
  });

  it('gives a password to data of a version that trusted everybody, once (S16)', async () => {
    const first = await start();
    await query(first, 'create table kept as select 7 as number');
    await running.pop()?.stop();
    writeFileSync(join(directory, 'postgres/pg_hba.conf'), 'local all all trust\n');
    rmSync(join(directory, 'postgres.password'));
    const second = await start();
    expect(await query(second, 'select number from kept')).toEqual([{ number: 7 }]);
    await expect(
      query({ ...second, connection: { ...second.connection, password: 'guessed' } }, 'select 1'),
    ).rejects.toThrow('password authentication failed');
    await running.pop()?.stop();
    const third = await start();
    expect(third.connection.password).toBe(second.connection.password);
  });

  it('starts beside a socket that came with a copied directory (S15)', async () => {
    await start();
    await running.pop()?.stop();
    mkdirSync(join(directory, 'socket'), { recursive: true });
    writeFileSync(join(directory, 'socket/.s.PGSQL.5432.lock'), `${process.pid}\n${directory}\n1700000000\n5432\n`);
    writeFileSync(join(directory, 'socket/.s.PGSQL.5432'), '');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is started again when it was killed, with everything that was committed', async () => {
    const postgres = await start();
    await query(postgres, 'create table kept as select 7 as number');
    const before = postgres.pid() ?? 0;
    process.kill(before, 'SIGKILL');
    expect(await untilAnswered(postgres, 'select number from kept')).toEqual([{ number: 7 }]);
    expect(postgres.pid()).not.toBe(before);
    expect(said.join('\n')).toContain('ended unexpectedly (SIGKILL)');
  });

  it('stops the PostgreSQL that a killed server left behind, and has what was committed', async () => {
    const program = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
      const { pid } = await startEmbeddedPostgres(${JSON.stringify(directory)}, { info() {}, error() {} });
      console.log(pid());
      setInterval(() => {}, 1000);`;
    const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const orphan = Number(
      await new Promise<string>((resolve) => server.stdout.setEncoding('utf8').once('data', resolve)),
    );
    server.kill('SIGKILL');
    await new Promise((resolve) => server.once('exit', resolve));
    expect(isAlive(orphan)).toBe(true);

    const second = await start();
    expect(isAlive(orphan)).toBe(false);
    expect(said.join('\n')).toContain(`Stopping PostgreSQL (process ${orphan}) that an earlier server left behind`);
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is not held up by a stale pid that belongs to another program by now, and leaves that alone', async () => {
    await (await start()).stop();
    const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], {
      stdio: 'ignore',
      ...(asRoot && { uid: 65_534, gid: 65_534 }),
    });
    try {
      const file = join(directory, 'postgres/postmaster.pid');
      writeFileSync(
        file,
        `${stranger.pid}\n${join(directory, 'postgres')}\n1700000000\n5432\n${directory}\n\n       0 0\nready   \n`,
      );
      if (asRoot) spawnSync('chown', ['nobody', file]);
      expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(isAlive(stranger.pid ?? 0)).toBe(true);
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('begins anew after a first start that was cut off half-way', async () => {
    mkdirSync(join(directory, 'postgres.unfinished/base'), { recursive: true });
    writeFileSync(join(directory, 'postgres.unfinished/PG_VERSION'), '18\n');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(directory, 'postgres.unfinished'))).toBe(false);
  });

  it('finds a shorter place for its socket when the data directory lies deep', async () => {
    const deep = join(
      directory,
      'a-rather-long-folder-name-of-fifty-characters-or-so',
      'and-another-one-of-the-same-length-below-the-first',
    );
    const shallow = join(directory, 'a-rather-long-folder-name-of-fifty-characters-or-so');
    mkdirSync(deep, { recursive: true, mode: 0o755 });
    if (asRoot) spawnSync('chmod', ['0711', directory, shallow]);
    const postgres = await start(deep);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    const socket = String(postgres.connection.host);
    expect(socket.startsWith(deep)).toBe(false);
    expect(lstatSync(socket).mode & 0o777).toBe(0o700);
    await running.pop()?.stop();
    expect(existsSync(socket)).toBe(false);
  });

  it('asks for a password where it listens on loopback, as on Windows', async () => {
    const postgres = await start(directory, { overTcp: true });
    expect(await query(postgres, "select current_setting('unix_socket_directories') folders")).toEqual([
      { folders: '' },
    ]);
    const stranger = new Client({ ...postgres.connection, password: 'guessed' });
    await expect(stranger.connect()).rejects.toThrow('password authentication failed');
    expect(statSync(join(directory, 'postgres.password')).mode & 0o777).toBe(0o600);
  });

  it('refuses data of another major version of PostgreSQL by name', async () => {
    mkdirSync(join(directory, 'postgres'));
    writeFileSync(join(directory, 'postgres/PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow('is of PostgreSQL 17');
  });
});

/** Containers may forbid mounting even for root. */
function mayMount(): boolean {
  if (!asRoot || process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-mount-'));
  const made = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  if (made) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return made;
}

describe.skipIf(!mayMount())('a full disk (a small file system, mounted as root)', () => {
  let mount: string;

  function mounted(size: string): string {
    const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', mount], {
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`the test may not mount: ${made.stderr}`);
    return mount;
  }
  /** Writes until no block is free, and none becomes free a moment later. */
  async function fill(): Promise<void> {
    const filler = ['if=/dev/zero', `of=${join(mount, 'filler')}`, 'bs=4k', 'oflag=append', 'conv=notrunc'];
    let said = '';
    for (let round = 0; round < 20; round += 1) {
      said = spawnSync('dd', filler, { encoding: 'utf8' }).stderr;
      await sleep(100);
      if (statfsSync(mount).bfree === 0) return;
    }
    throw new Error(`the test could not fill the disk; dd said: ${said}`);
  }

  beforeEach(() => void mkdirSync((mount = join(directory, 'disk'))));
  afterEach(() => spawnSync('umount', ['-l', mount]));

  it('is said before a first start, and leaves nothing half made', async () => {
    await expect(startEmbeddedPostgres(mounted('20m'), log)).rejects.toThrow(DiskFull);
    expect(existsSync(join(mount, 'postgres'))).toBe(false);
  });

  it('is said when PostgreSQL cannot start for it, and once there is space it starts with everything', async () => {
    const first = await startEmbeddedPostgres(mounted('120m'), log);
    await query(first, 'create table kept as select 7 as number');
    await first.stop();
    await fill();
    await expect(startEmbeddedPostgres(mount, log)).rejects.toThrow(
      `The disk that holds ${mount} is full. Free some space and start again; nothing was lost.`,
    );
    rmSync(join(mount, 'filler'));
    expect(await query(await start(mount), 'select number from kept')).toEqual([{ number: 7 }]);
    await running.pop()?.stop();
  });

  it('is the code of a statement that finds no space, and the next one works once there is', async () => {
    const postgres = await start(mounted('160m'));
    await query(postgres, 'create table grown (text text)');
    await fill();
    const grow = 'insert into grown select repeat(md5(random()::text), 60) from generate_series(1, 40000)';
    const failure = await query(postgres, grow).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).toMatch(/No space left on device|terminat|closed/);
    rmSync(join(mount, 'filler'));
    expect(await untilAnswered(postgres, 'select count(*)::int as rows from grown')).toEqual([{ rows: 0 }]);
    await running.pop()?.stop();
  });
});
