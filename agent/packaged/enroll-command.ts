import { accessSync, constants, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EnrollOutcome } from '../enroll.ts';
import { enrollDevice } from '../enroll-device.ts';
import { identityFile, identityFor } from '../identity.ts';
import { readInventory } from '../inventory/inventory.ts';
import { exitCodes, warnIfReadable } from '../run.ts';
import { readAgentSettings, type AgentSettings } from '../settings.ts';
import { configurationPath, withConfiguration, writeConfiguration } from './configuration.ts';
import { startService } from './start-service.ts';

interface EnrollArguments {
  server: string;
  token: string;
}

interface Options {
  environment: NodeJS.ProcessEnv;
  version: string;
  say(line: string): void;
}

/**
 * Makes this computer a device, keeps the settings in agent.conf and starts the service; returns the exit code.
 * @throws Error that names a wrong argument
 */
export async function enrollComputer(
  { server, token }: EnrollArguments,
  { environment, version, say }: Options,
): Promise<number> {
  const path = configurationPath(environment);
  const given = { CAIRN_AGENT_SERVER: server, CAIRN_AGENT_TOKEN: token };
  const settings = readAgentSettings({ ...withConfiguration(environment), ...given });
  if (!/^[A-Za-z0-9_.-]+$/.test(token)) throw new Error('--token must be the token that the console shows');
  if (!isWritable(dirname(path))) {
    say(`This user may not write ${path}. Run the command as root or an administrator.`);
    return 1;
  }
  const { origin } = settings.server;
  warnIfReadable(settings.server);
  if (identityFile(settings.dataDirectory).read()?.server === origin) {
    // The agent uses the token when the server no longer knows its key.
    writeConfiguration(path, { CAIRN_AGENT_SERVER: origin, CAIRN_AGENT_TOKEN: token });
    say(`This computer is enrolled at ${origin} already. The agent uses the token if the device was removed there.`);
    return startService(environment, say);
  }
  const outcome = await tradeToken(settings, token, version);
  if (outcome.kind !== 'enrolled') {
    say(`${origin}: ${outcome.message}`);
    return outcome.kind === 'refused' ? exitCodes.needsEnrollment : 1;
  }
  // The key replaces the token.
  writeConfiguration(path, { CAIRN_AGENT_SERVER: origin, CAIRN_AGENT_TOKEN: '' });
  say(`This computer is enrolled at ${origin}.`);
  return startService(environment, say);
}

/** Trades the token for a key. The identity at another server stays until this one has given a key. */
async function tradeToken(
  { server, dataDirectory }: AgentSettings,
  token: string,
  version: string,
): Promise<EnrollOutcome> {
  const aside = join(dataDirectory, 'enrolling');
  const attempt = identityFile(aside);
  const { isServer } = await readInventory();
  const trade = () => {
    const signal = AbortSignal.timeout(30_000);
    return enrollDevice({ server, token, version, isServer, signal }, attempt, identityFor(attempt, server.origin));
  };
  let outcome = await trade();
  if (outcome.kind === 'refused') {
    // An earlier attempt, whose reply was lost, had another token.
    attempt.remove();
    if (outcome.code === 'idempotency_key_reused') outcome = await trade();
  }
  const identity = attempt.read();
  if (outcome.kind !== 'enrolled' || identity === undefined) return outcome;
  identityFile(dataDirectory).write(identity);
  rmSync(aside, { recursive: true, force: true });
  return outcome;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
