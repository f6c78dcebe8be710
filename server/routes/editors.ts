import { catalogue } from '#api/contract/catalogue.ts';
import type { editorCalls } from '#api/contract/editors.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import { closeEditor, keepEditor, listOtherEditors } from '../editors/editors.ts';
import { requirePermission } from '../http/gate.ts';
import type { Handlers } from '../http/handler.ts';
import { Refused } from '../refused.ts';
import { isEditedFlow, readCallOf, readEdited } from './edited-flows.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const editorHandlers: Handlers<keyof typeof editorCalls> = {
  keepEditor: async (context, { params }) => {
    const { db, now, actor, announce } = context;
    await requireReadable(context, params.flow, params.id);
    const open = { userId: signedIn(actor).userId, instance: params.instance, flow: params.flow, entityId: params.id };
    if (await keepEditor(db, open, now)) await announce('editor', [`${params.flow}/${params.id}`]);
    return listOtherEditors(db, open, now);
  },
  closeEditor: async ({ db, actor, announce }, { params }) => {
    const open = { userId: signedIn(actor).userId, instance: params.instance, flow: params.flow, entityId: params.id };
    if (await closeEditor(db, open)) await announce('editor', [`${params.flow}/${params.id}`]);
    return done;
  },
};

/** A user who may read an entity may see who else is editing it. @throws Refused `not_found`, `forbidden` */
async function requireReadable(context: CallContext, flow: string, id: number): Promise<void> {
  if (!isEditedFlow(flow)) throw new Refused('not_found');
  requirePermission(catalogue[readCallOf(flow)], context.actor, context.now);
  await readEdited(context, flow, id);
}
