import { and, eq } from 'drizzle-orm';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { SentScript } from '#api/contract/agent-methods/script.ts';
import { scriptVersion } from '../database/schema/script.ts';
import type { Queries } from '../database/database.ts';

type Found = Promise<string | undefined>;
/** The texts that are read now: a script that goes to thousands of devices at the same time is read once. */
const underWay = new WeakMap<Queries, Map<string, Found>>();

/** The text of a version; undefined when it is gone. */
export function findText(db: Queries, version: { scriptId: number; version: number }): Found {
  const reads = underWay.get(db) ?? new Map<string, Found>();
  underWay.set(db, reads);
  const key = `${version.scriptId} ${version.version}`;
  const found = reads.get(key) ?? readText(db, version).finally(() => reads.delete(key));
  reads.set(key, found);
  return found;
}

async function readText(
  db: Queries,
  { scriptId, version }: { scriptId: number; version: number },
): Promise<string | undefined> {
  const [found] = await db
    .select({ text: scriptVersion.script })
    .from(scriptVersion)
    .where(and(eq(scriptVersion.scriptId, scriptId), eq(scriptVersion.number, version)));
  return found?.text;
}

/** Completes a stored command with the text of its version; undefined when that is gone. */
export async function withScript(
  { db }: { db: Queries },
  _nodeId: number,
  params: AgentPart<'script.run', 'params'>,
): Promise<SentScript | undefined> {
  const text = await findText(db, params);
  return text === undefined ? undefined : { ...params, text };
}
