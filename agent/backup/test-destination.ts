import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  backupTestDestination,
  type DestinationCheck,
  type DestinationResult,
  type DestinationTest,
} from '#api/contract/agent-methods/backup.ts';
import { signInAtShare, type Share, type ShareProgram } from './share-sign-in.ts';

const SMB_PORT = 445;
const CONNECT_MS = 5000;
/** A tool that images a disk needs more; below it nothing is worth starting. */
const LEAST_FREE_BYTES = 1024 ** 3;

interface Options {
  port?: number;
  program?: ShareProgram;
}

/** Looks at a destination on this computer or in its network (F06-12). Each check that cannot be made says why. */
export function createDestinationTester(
  signal: AbortSignal,
  { port = SMB_PORT, program }: Options = {},
): (request: DestinationTest) => Promise<DestinationResult> {
  return ({ path, share }) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout((backupTestDestination.seconds - 5) * 1000)]);
    return share === null ? testFolder(path) : testShare(share, { port, program, signal: limit });
  };
}

async function testFolder(path: string): Promise<DestinationResult> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return failed('path', `The folder ${path} does not exist on this computer.`);
  if (!found.isDirectory()) return failed('path', `${path} is not a folder.`);
  const checks = [check('path', 'passed', `The folder ${path} exists.`)];
  const fault = await writeFault(path);
  if (fault !== undefined)
    return {
      checks: [...checks, check('write', 'failed', `The agent cannot write to ${path}: ${fault}`)],
      freeBytes: null,
    };
  checks.push(check('write', 'passed', 'The agent can write there.'));
  try {
    const { bavail, bsize } = await statfs(path);
    return { checks: [...checks, checkSpace(bavail * bsize)], freeBytes: bavail * bsize };
  } catch (error) {
    return {
      checks: [...checks, check('space', 'open', `The free space could not be read: ${textOf(error)}`)],
      freeBytes: null,
    };
  }
}

/** Writes a file and removes it, because the permissions of a folder do not always tell whether a write succeeds. */
async function writeFault(folder: string): Promise<string | undefined> {
  const file = join(folder, `.cairn-test-${randomBytes(6).toString('hex')}`);
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.write('Cairn tests whether it can write here.\n');
    } finally {
      await handle.close();
      await rm(file, { force: true });
    }
    return undefined;
  } catch (error) {
    return textOf(error);
  }
}

async function testShare(
  share: Share,
  { port, program, signal }: { port: number; program: ShareProgram | undefined; signal: AbortSignal },
): Promise<DestinationResult> {
  const host = /^\\\\([^\\]+)\\/.exec(share.path)?.[1];
  if (host === undefined) return failed('path', `${share.path} is not the path of a share.`);
  const address = await lookup(host).catch(() => undefined);
  if (address === undefined) return failed('name', `The name ${host} does not resolve on this computer.`);
  const checks = [check('name', 'passed', `${host} is ${address.address}.`)];
  if (!(await isOpen(address.address, port)))
    return {
      checks: [...checks, check('port', 'failed', `${host} does not answer on port ${port}.`)],
      freeBytes: null,
    };
  checks.push(check('port', 'passed', `${host} answers on port ${port}.`));
  const signIn = await signInAtShare(share, { port, signal, ...(program && { program }) });
  checks.push(check('sign-in', signIn.outcome, signIn.text));
  if (signIn.outcome !== 'passed') return { checks, freeBytes: null };
  const { freeBytes } = signIn;
  return {
    checks: [
      ...checks,
      freeBytes === null ? check('space', 'open', 'The share does not tell its free space.') : checkSpace(freeBytes),
    ],
    freeBytes,
  };
}

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}

function checkSpace(freeBytes: number): DestinationCheck {
  const words = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free`;
  return freeBytes < LEAST_FREE_BYTES
    ? check('space', 'failed', `Only ${words}.`)
    : check('space', 'passed', `${words}.`);
}

function failed(name: DestinationCheck['check'], text: string): DestinationResult {
  return { checks: [check(name, 'failed', text)], freeBytes: null };
}

function check(name: DestinationCheck['check'], outcome: DestinationCheck['outcome'], text: string): DestinationCheck {
  return { check: name, outcome, text: text.slice(0, 300) };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
