import packageJson from '../package.json' with { type: 'json' };
import { CannotEnroll, runAgent } from './agent.ts';
import { readDirectoryFacts } from './directory/facts.ts';
import { readInventory } from './inventory/inventory.ts';
import { standardLog } from './log.ts';
import { isReadableOnTheWay, readAgentSettings, type AgentSettings } from './settings.ts';

/** Told to a supervisor: a fresh token is needed. */
const NEEDS_ENROLLMENT = 3;

async function main(): Promise<number> {
  let settings: AgentSettings;
  try {
    settings = readAgentSettings(process.env);
  } catch (error) {
    standardLog(error instanceof Error ? error.message : String(error));
    return 2;
  }
  if (isReadableOnTheWay(settings.server)) {
    standardLog(
      `WARNING: ${settings.server.origin} is not encrypted: anyone on the network path can read this device's key and send it commands. Use https.`,
    );
  }
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
      version: packageJson.version,
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
    return error instanceof CannotEnroll ? NEEDS_ENROLLMENT : 1;
  }
}

process.exitCode = await main();
// The channel to a supervisor would keep the process alive.
if (process.connected) process.disconnect();
