import { eq } from 'drizzle-orm';
import { alert } from '../../database/schema/monitors.ts';
import type { CallContext, WriteContext } from '../../context.ts';
import { requireAnswers, requireFields } from '../../require-fields.ts';
import { recordChange, requireChangeable, type AlertReply } from './change-alert.ts';
import { technicianNames } from './technicians.ts';

/** @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function addNote(context: WriteContext, id: number, note: string): Promise<AlertReply> {
  await requireChangeable(context, id);
  const words = note.trim();
  requireAnswers(context.services.screens.check('alert', 'note', { note: words }));
  return recordChange(context, id, {
    kind: 'NOTE',
    words,
    action: 'NOTE_ADDED',
    does: 'Added a note to',
    detail: { note: words },
  });
}

/** The technicians that the alert can be assigned to. @throws Refused `not_found`, `forbidden` */
export async function listAssignable(
  context: Pick<CallContext, 'db' | 'actor'>,
  id: number,
): Promise<{ id: number; name: string }[]> {
  const { clientId } = await requireChangeable(context, id);
  return technicianNames(context.db, clientId);
}

/** `userId` null: to nobody. Assigned as it already is, nothing happens. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function assign(context: WriteContext, id: number, userId: number | null): Promise<AlertReply> {
  const stands = await requireChangeable(context, id);
  const { clientId, assignee } = stands;
  // The name of a user who was deleted stands without an id.
  if (userId === null ? assignee === null : assignee?.id === userId) return stands;
  if (userId === null) {
    await context.db.update(alert).set({ assigneeId: null, assigneeName: null }).where(eq(alert.id, id));
    return recordChange(context, id, {
      kind: 'UNASSIGNED',
      words: assignee?.name ?? '',
      action: 'UNASSIGNED',
      does: 'Assigned',
      to: ' to nobody',
    });
  }
  const technician = (await technicianNames(context.db, clientId)).find((each) => each.id === userId);
  requireFields({ '/userId': technician ? undefined : 'No technician who sees this alert.' });
  const name = technician?.name ?? '';
  await context.db.update(alert).set({ assigneeId: userId, assigneeName: name }).where(eq(alert.id, id));
  return recordChange(context, id, {
    kind: 'ASSIGNED',
    words: name,
    action: 'ASSIGNED',
    does: 'Assigned',
    to: ` to ${name}`,
    detail: { userId },
  });
}
