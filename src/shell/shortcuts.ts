import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { may, useMe } from '../session/session.ts';
import { destinations, type Destination } from './destinations.ts';
import { useControlKey, useKey } from './keys.tsx';

/** Opens the page, if the user has the permission. */
function useGoKey(keys: string, id: Destination['id']): void {
  const navigate = useNavigate();
  const me = useMe();
  useKey(
    keys,
    useCallback(() => {
      const page = destinations.find((each) => each.id === id);
      if (page && may(me, page.need)) void navigate({ to: page.path });
    }, [id, me, navigate]),
  );
}

/** Moves the focus to the link of the next or previous table row; Enter then opens it. */
function stepRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll('main tbody tr[aria-rowindex]')].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href]') ?? [],
  );
  const here = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const next = here < 0 ? links[by === 1 ? 0 : links.length - 1] : links[here + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** Clicks the element that the page marks with `data-edits`. */
function pressEdit(): void {
  document.querySelector<HTMLElement>('main [data-edits]')?.click();
}
/** Submits the focused form. Outside a form, clicks the primary button of the topmost step. */
function submitForm(): void {
  const form = document.activeElement?.closest('form');
  if (form) return form.requestSubmit();
  const front = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1) ?? document;
  front.querySelector<HTMLElement>('[data-step-footer] [data-primary]')?.click();
}
const down = (): void => stepRow(1);
const up = (): void => stepRow(-1);

/** The shell's own shortcuts, in addition to those of its parts; `?` lists them. */
export function useShortcuts(): void {
  useGoKey('g d', 'dashboard');
  useGoKey('g o', 'organizations');
  useGoKey('g v', 'devices');
  useGoKey('g m', 'monitors');
  useGoKey('g a', 'alerts');
  useKey('j', down);
  useKey('k', up);
  useKey('e', pressEdit);
}

/** Ctrl+Enter, on every page of the console: separate, because the full-screen editor is outside the shell. */
export function useSubmitKey(): void {
  useControlKey('enter', submitForm, { alsoInDialogs: true });
}
