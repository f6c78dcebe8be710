import type { CallContext } from '../context.ts';

/** Writes the audit row and tells open pages, in the transaction of the change. */
export async function recordAutomation(
  context: CallContext,
  what: 'CREATED' | 'UPDATED',
  entityId: number,
  summary: string,
  detail: object,
): Promise<void> {
  await context.audit({ action: `SCRIPT_${what}`, entityType: 'SCRIPT', entityId, summary, detail: { ...detail } });
  await context.announce('script', [entityId]);
}
