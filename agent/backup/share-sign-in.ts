import { spawn } from 'node:child_process';
import type { DestinationCheck, DestinationTest } from '#api/contract/agent-methods/backup.ts';

export type Share = NonNullable<DestinationTest['share']>;
/** Runs `smbclient` with these arguments; undefined where the computer does not have it. */
export type ShareProgram = (
  args: readonly string[],
  password: string,
  signal: AbortSignal,
) => Promise<{ code: number | null; output: string } | undefined>;

interface SignIn {
  outcome: DestinationCheck['outcome'];
  text: string;
  freeBytes: number | null;
}

const MOST_OUTPUT = 64 * 1024;
/** The last line of a directory listing of smbclient. */
const FREE = /blocks of size (\d{1,10})\. (\d{1,18}) blocks available/;

/** Signs in at a share with `smbclient`, where the computer has it, and reads the free space. */
export async function signInAtShare(
  { path, domain, username, password }: Share,
  { port, signal, program = runSmbclient }: { port: number; signal: AbortSignal; program?: ShareProgram },
): Promise<SignIn> {
  if (username === '') return open('No user name was given, so the sign-in was not tested.');
  const [host = '', share = '', ...folders] = path.replace(/^\\\\/, '').split('\\');
  const folder = folders.join('\\');
  const args = [
    `//${host}/${share}`,
    '-p',
    String(port),
    '-U',
    username,
    ...(domain === '' ? [] : ['-W', domain]),
    ...(folder === '' ? [] : ['-D', folder]),
    '-c',
    'dir',
  ];
  const ended = await program(args, password, signal);
  if (ended === undefined)
    return open('The user name and password were not tested: smbclient is not installed on this computer.');
  const status = /NT_STATUS_[A-Z_]{1,60}/.exec(ended.output)?.[0];
  if (ended.code !== 0 || status !== undefined)
    return {
      outcome: 'failed',
      text: `The share ${path} did not accept the sign-in${status ? `: ${status}` : ''}.`,
      freeBytes: null,
    };
  const [, size, available] = FREE.exec(ended.output) ?? [];
  const freeBytes = size === undefined ? null : Number(size) * Number(available);
  return {
    outcome: 'passed',
    text: `The share ${path} accepts the user name and password.`,
    freeBytes: freeBytes !== null && Number.isSafeInteger(freeBytes) ? freeBytes : null,
  };
}

function open(text: string): SignIn {
  return { outcome: 'open', text, freeBytes: null };
}

/** The password goes by the environment, which other users cannot read; arguments they can. */
const runSmbclient: ShareProgram = (args, password, signal) =>
  new Promise((resolve) => {
    const child = spawn('smbclient', args, {
      env: { PATH: process.env['PATH'], LC_ALL: 'C', PASSWD: password },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      windowsHide: true,
    });
    let output = '';
    const take = (part: Buffer) => {
      if (output.length < MOST_OUTPUT) output += part.toString('utf8');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', (error) =>
      resolve('code' in error && error.code === 'ENOENT' ? undefined : { code: null, output: error.message }),
    );
    child.once('close', (code) => resolve({ code, output }));
  });
