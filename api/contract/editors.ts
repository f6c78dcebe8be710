import { Type } from 'typebox';
import { call } from './call.ts';
import { Done, Id, Instant, Text, Uuid } from './shapes.ts';

/** `instance` is the page's id for the open editor; the key is the pair with the user. */
const EditorParams = Type.Object({ flow: Text(60), id: Id, instance: Uuid });

export const editorCalls = {
  /** The page repeats this every 20 seconds while the editor is open; an editor counts as closed after 60 seconds without it. */
  keepEditor: call({
    method: 'PUT',
    path: '/editor/:flow/:id/:instance',
    summary: 'Says that the user has an entity open in an editor, and lists the other users who have',
    params: EditorParams,
    reply: Type.Array(Type.Object({ name: Type.String(), since: Instant })),
    errors: [],
    permission: 'session',
    sessionOnly: true,
    rate: { max: 600, seconds: 60 },
  }),
  closeEditor: call({
    method: 'DELETE',
    path: '/editor/:flow/:id/:instance',
    summary: 'Says that the user has closed the editor',
    params: EditorParams,
    reply: Done,
    errors: [],
    permission: 'session',
    sessionOnly: true,
    rate: { max: 600, seconds: 60 },
  }),
};
