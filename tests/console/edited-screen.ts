import type { CallReply } from '#api/client.ts';

/** What the Studio reads of `organization/details`: nothing is published, and nobody else edits it. */
export function editedScreen(text: string): CallReply<'readEditedScreen'> {
  return {
    flow: 'organization',
    screen: 'details',
    organization: null,
    variants: null,
    text,
    number: 0,
    shipped: text,
    edit: null,
    repository: null,
    scheduled: null,
    others: [],
    versions: [],
  };
}
