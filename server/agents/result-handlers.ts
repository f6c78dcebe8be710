import type { AgentMethod, AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { Database } from '../database/database.ts';
import { wordsOfReading, wordsOfSignIn, wordsOfTree } from '../directory/words.ts';
import { wordsOfResult } from '../vm-hosts/result-words.ts';
import { plainTexts } from './plain-text.ts';
import { storeInventory } from './store-inventory.ts';

/** What becomes of a command's result. */
interface Handled {
  /** Stored with the command; undefined when it is stored elsewhere. */
  kept?: unknown;
  /** The device was deleted meanwhile. */
  gone?: boolean;
  /** What pages show of the device has changed. */
  changed?: boolean;
}

type ResultHandler<M extends AgentMethod> = (
  database: Database,
  nodeId: number,
  result: AgentPart<M, 'result'>,
  now: Date,
) => Promise<Handled>;

/** What the server does with the result of each method. It may come twice, when the server stopped before it noted the end. */
const resultHandlers: { readonly [M in AgentMethod]: ResultHandler<M> } = {
  async 'inventory.read'(database, nodeId, inventory, now) {
    const stored = await storeInventory(database, nodeId, inventory, now);
    return stored ? { changed: true } : { gone: true };
  },
  'network.ping': async (_database, _nodeId, result) => ({ kept: plainTexts(result) }),
  'network.discover': async (_database, _nodeId, result) => ({ kept: result }),
  'credential.test': async (_database, _nodeId, result) => ({ kept: plainTexts(result) }),
  'vmhost.test': async (_database, _nodeId, result) => ({
    kept: { ...plainTexts(result), message: wordsOfResult(plainTexts(result)) },
  }),
  'directory.browse': keepSaid(wordsOfTree),
  'directory.read': keepSaid(wordsOfReading),
  'directory.signIn': keepSaid(wordsOfSignIn),
  'script.run': async (_database, _nodeId, result) => ({ kept: result }),
  'installer.run': async (_database, _nodeId, result) => ({ kept: result }),
  'application.run': async (_database, _nodeId, result) => ({ kept: result }),
  'power.reboot': async (_database, _nodeId, result) => ({ kept: result }),
  'backup.deleteData': async (_database, _nodeId, result) => ({ kept: plainTexts(result) }),
};

/** The result is kept, with its end in words. */
function keepSaid<Result extends { message: string }>(wordsOf: (result: Result) => string) {
  return async (_database: Database, _nodeId: number, result: Result): Promise<Handled> => {
    const said = plainTexts(result);
    return { kept: { ...said, message: wordsOf(said) } };
  };
}

/** The result was checked against the schema of its method. */
export function handleResult(
  database: Database,
  method: AgentMethod,
  nodeId: number,
  result: unknown,
  now: Date,
): Promise<Handled> {
  return (resultHandlers[method] as ResultHandler<AgentMethod>)(database, nodeId, result as never, now);
}
