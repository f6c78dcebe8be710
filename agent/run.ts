import { CannotEnroll, runAgent } from './agent.ts';
import { readDirectoryFacts } from './directory/facts.ts';
import { readInventory } from './inventory/inventory.ts';
import { standardLog } from './log.ts';
import { isReadableOnTheWay, readAgentSettings, type AgentSettings } from './settings.ts';

/** Exit codes that a supervisor reads. */
export const exitCodes = { wrongSettings: 2, needsEnrollment: 3 };

/** Runs the agent with the settings of the environment until a signal stops it; returns the exit code. */
export async function runProgram(environment: NodeJS.ProcessEnv, version: string): Promise<number> {
  let settings: AgentSettings;
  try {
    settings = readAgentSettings(environment);
  } catch (error) {
    standardLog(error instanceof Error ? error.message : String(error));
    return exitCodes.wrongSettings;
  }
  warnIfReadable(settings.server);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The channel closes however the server ends, so that a killed one leaves no agent behind.
  if (settings.supervised) {
    process.once('disconnect', stop);
    if (!process.connected) stop();
  }
  try {
    await runAgent({
      settings,
      version,
      log: standardLog,
      readInventory: async () => {
        const [inventory, directory] = await Promise.all([readInventory(), readDirectoryFacts(settings.directory)]);
        return { ...inventory, directory };
      },
      signal: stopping.signal,
    });
    return 0;
  } catch (error) {
    standardLog(error instanceof Error ? error.message : String(error));
    return error instanceof CannotEnroll ? exitCodes.needsEnrollment : 1;
  } finally {
    // The channel to a supervisor would keep the process alive.
    if (process.connected) process.disconnect();
  }
}

/** Logs a warning when the device's key and its commands would travel unencrypted. */
export function warnIfReadable(server: URL): void {
  if (!isReadableOnTheWay(server)) return;
  standardLog(
    `WARNING: ${server.origin} is not encrypted: anyone on the network path can read this device's key and send it commands. Use https.`,
  );
}
