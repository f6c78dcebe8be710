import { inArray } from 'drizzle-orm';
import type { SentInstaller } from '#api/contract/agent-methods/installer.ts';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { obstacleOfFile } from '../attachments/attachments.ts';
import { addressMs, signAddress } from '../attachments/signed-url.ts';
import { attachment } from '../database/schema/attachments.ts';
import type { Queries } from '../database/database.ts';
import { withTexts } from './with-texts.ts';
import type { Secrets } from '../secrets.ts';

/** Completes a stored command with the address of its file, which expires, and the texts of its scripts; undefined when one is gone or must not be handed out. */
export async function withAddress(
  { db, secrets }: { db: Queries; secrets: Pick<Secrets, 'derive'> },
  _nodeId: number,
  params: AgentPart<'installer.run', 'params'>,
): Promise<SentInstaller | undefined> {
  const ids = [params.attachmentId, ...params.helpers.map(({ attachmentId }) => attachmentId)];
  const rows = await db.select().from(attachment).where(inArray(attachment.id, ids));
  if (rows.length < ids.length || rows.some((row) => obstacleOfFile(row) !== undefined)) return undefined;
  const expires = new Date(Date.now() + addressMs);
  const source = params.url === '' ? signAddress(secrets, params.attachmentId, expires) : params.url;
  const helpers = params.helpers.map((helper) => ({
    ...helper,
    source: signAddress(secrets, helper.attachmentId, expires),
  }));
  const steps = await withTexts(db, params);
  return steps && { ...params, ...steps, helpers, source };
}
