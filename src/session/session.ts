import { useSyncExternalStore } from 'react';
import { callApi, type CallReply } from '#api/client.ts';
import type { PermissionName } from '#api/contract/permissions.ts';

export type Me = CallReply<'readSession'>;

let current: Me | undefined;
const listeners = new Set<() => void>();

export function setMe(me: Me | undefined): void {
  current = me;
  for (const listener of listeners) listener();
}

export function currentMe(): Me | undefined {
  return current;
}

const knownKey = 'cairn.known';

/** Whether somebody has signed in with this browser before, which implies that the installation is set up. */
export function knowsSomebody(): boolean {
  return localStorage.getItem(knownKey) !== null;
}

/** Asks the server who is signed in. Throws `CallFailed` (`not_signed_in` when nobody is). */
export async function readMe(): Promise<Me> {
  const me = await callApi('readSession');
  setMe(me);
  localStorage.setItem(knownKey, 'yes');
  return me;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMaybeMe(): Me | undefined {
  return useSyncExternalStore(subscribe, currentMe);
}

/** The signed-in user; use it only inside the console, which requires one. */
export function useMe(): Me {
  const me = useMaybeMe();
  if (!me) throw new Error('nobody is signed in here');
  return me;
}

/** Of several permissions, one is enough. */
export type Need = PermissionName | 'session' | 'sysadmin' | readonly PermissionName[];

/** Whether `me` has `permission`; a system administrator has all. */
export function may(me: Me, permission: Need): boolean {
  if (me.sysadmin || permission === 'session') return true;
  if (typeof permission !== 'string') return permission.some((each) => me.permissions.includes(each));
  return permission !== 'sysadmin' && me.permissions.includes(permission);
}

export function useMay(): (permission: Need) => boolean {
  const me = useMe();
  return (permission) => may(me, permission);
}

/** Signs out here, or everywhere (C16-02), and clears everything that this page holds. */
export async function signOut(fromAllSessions: boolean): Promise<void> {
  await callApi('signOut', { body: { fromAllSessions } });
  leave('/sign-in');
}

/** Reloads the page at a route outside the console, so that no data of the old session stays in memory. */
export function leave(route: string): void {
  window.location.hash = `#${route}`;
  window.location.reload();
}
