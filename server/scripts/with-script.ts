import { and, eq } from 'drizzle-orm';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { SentScript } from '#api/contract/agent-methods/script.ts';
import { scriptVersion } from '../database/schema/script.ts';
import type { Queries } from '../database/database.ts';

/** Completes a stored command with the text of its version; undefined when that is gone. */
export async function withScript(
  { db }: { db: Queries },
  _nodeId: number,
  params: AgentPart<'script.run', 'params'>,
): Promise<SentScript | undefined> {
  const [version] = await db
    .select({ text: scriptVersion.script })
    .from(scriptVersion)
    .where(and(eq(scriptVersion.scriptId, params.scriptId), eq(scriptVersion.number, params.version)));
  return version && { ...params, text: version.text };
}
