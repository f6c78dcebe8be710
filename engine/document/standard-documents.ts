import type { ScreenDocument } from './document.ts';

/** The part of a manifest from which standard screens are made. */
export interface Named {
  /** What the flow adds and edits, as people call it: "monitor". Of a flow without an entity nothing is standard. */
  entity?: string;
  ends?: { EDIT?: { message?: string } };
}

/** The screens that every flow of an entity has. A document of the flow's own takes the place of one of the same name. */
export function standardDocuments({ entity, ends }: Named): Record<string, ScreenDocument> {
  if (entity === undefined) return {};
  // Saving names the entity as the toast after it does.
  const [name = `the ${entity}`] = /\{\w+\}/.exec(ends?.EDIT?.message ?? '') ?? [];
  return {
    loading: {
      kind: 'progress',
      title: `Loading the ${entity}`,
      text: `Reading the ${entity} as it is stored.`,
    },
    'load-failed': {
      kind: 'message',
      title: `The ${entity} could not be read`,
      tone: 'danger',
      text: '{reason}',
      actions: [
        { event: 'retried', label: 'Try again', variant: 'primary' },
        { event: 'closed', label: 'Close' },
      ],
    },
    saving: { kind: 'progress', title: 'Saving', text: `Saving ${name}.` },
    conflict: { kind: 'conflict', title: `Someone else changed this ${entity}`, submit: 'Merge and save' },
  };
}
