import { eq } from 'drizzle-orm';
import type { SentInstaller } from '#api/contract/agent-methods/installer.ts';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { obstacleOfFile } from '../attachments/attachments.ts';
import { addressMs, signAddress } from '../attachments/signed-url.ts';
import { attachment } from '../database/schema/attachments.ts';
import type { Queries } from '../database/database.ts';
import type { Secrets } from '../secrets.ts';

/** Completes a stored command with the address of its file, which expires; undefined when the file is gone or must not be handed out. */
export async function withAddress(
  { db, secrets }: { db: Queries; secrets: Pick<Secrets, 'derive'> },
  _nodeId: number,
  params: AgentPart<'installer.run', 'params'>,
): Promise<SentInstaller | undefined> {
  const [row] = await db.select().from(attachment).where(eq(attachment.id, params.attachmentId));
  if (!row || obstacleOfFile(row) !== undefined) return undefined;
  const source = params.url === '' ? signAddress(secrets, row.id, new Date(Date.now() + addressMs)) : params.url;
  return { ...params, source };
}
