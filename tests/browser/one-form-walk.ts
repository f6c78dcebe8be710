// How each state is reached of a flow that asks one form in a modal and adds a thing, or changes one that is there.
import type { Page } from 'playwright-core';
import { isTold, press, standsAt, takeFromMenu } from './form.ts';
import { ENDED, signInFor, staysAt, type Seat, type SecretWalk, type SecretWay } from './seat.ts';

type Needs = NonNullable<SecretWay['needs']>;

export interface OneForm {
  route: string;
  opener: string;
  /** What has to be there before one is added, and what is changed. */
  needs: { add?: Needs; change: Needs };
  /** Of its form, of what is shown once when it was added, and when it could not be read. */
  headings: { form: string; added?: string; unread: string };
  calls: Record<'read' | 'add' | 'save', NonNullable<SecretWay['holds']>>;
  fill(seat: Seat): Promise<void>;
  /** Answers one field anew. */
  change(page: Page): Promise<void>;
  /** Somebody else saves it with another field changed. */
  changeElsewhere(seat: Seat): Promise<unknown>;
  /** The toasts at the end, where they are its own. */
  told?: { added: string; saved: string };
}

export function oneFormWalk({
  route,
  opener,
  needs,
  headings,
  calls,
  fill,
  change,
  changeElsewhere,
  told = { added: ' is added.', saved: ' is saved.' },
}: OneForm): SecretWalk {
  const isAsked = ({ page }: Seat) => standsAt(page, headings.form);
  const { added } = headings;
  const isAdded = ({ page }: Seat) => (added === undefined ? isTold(page, told.added) : standsAt(page, added));
  const isSaved = ({ page }: Seat) => isTold(page, told.saved);
  async function fillIn(seat: Seat): Promise<void> {
    await isAsked(seat);
    await fill(seat);
  }
  async function add(seat: Seat): Promise<void> {
    await fillIn(seat);
    await press(seat.page, 'Save');
  }
  async function save(seat: Seat): Promise<void> {
    await isAsked(seat);
    await change(seat.page);
    await press(seat.page, 'Save');
  }
  async function closes(seat: Seat): Promise<void> {
    await signInFor(seat, 'Close');
    await seat.page.getByRole('main').getByRole('button', { name: opener }).first().waitFor();
  }
  const fresh: Pick<SecretWay, 'needs'> = needs.add === undefined ? {} : { needs: needs.add };
  const stored: Pick<SecretWay, 'needs' | 'edits'> = { needs: needs.change, edits: true };
  return {
    route,
    opener,
    edit: ({ page, name }) => takeFromMenu(page, `More actions for “${name}”`, 'Edit'),
    signedIn: true,
    next: opener,
    states: {
      loading: {
        ...stored,
        ...staysAt('editing.details'),
        holds: calls.read,
        walk: () => Promise.resolve(),
        after: isAsked,
      },
      loadFailed: {
        ...stored,
        ...staysAt('editing.details'),
        refuses: calls.read,
        walk: ({ page }) => standsAt(page, headings.unread),
        reload: 'loadFailed',
        async after(seat) {
          await signInFor(seat, 'Try again');
          await isAsked(seat);
        },
      },
      'editing.details': {
        ...fresh,
        ...staysAt('editing.details'),
        walk: fillIn,
        offered: true,
        async after(seat) {
          await signInFor(seat, 'Save');
          await isAdded(seat);
        },
      },
      adding: {
        ...fresh,
        ...staysAt(added === undefined ? ENDED : 'added'),
        holds: calls.add,
        walk: add,
        offered: true,
        after: isAdded,
      },
      saving: { ...stored, ...staysAt(ENDED), holds: calls.save, walk: save, offered: true, after: isSaved },
      conflict: {
        ...stored,
        ...staysAt('conflict'),
        offered: true,
        async walk(seat) {
          await isAsked(seat);
          await change(seat.page);
          await changeElsewhere(seat);
          await press(seat.page, 'Save');
        },
        async after(seat) {
          await signInFor(seat, 'Merge and save');
          await isSaved(seat);
        },
      },
      ...(added !== undefined && {
        added: {
          ...fresh,
          ...staysAt(undefined),
          async walk(seat: Seat) {
            await add(seat);
            await isAdded(seat);
          },
          after: closes,
        },
      }),
    },
  };
}
