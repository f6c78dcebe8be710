import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { isCallFailed } from '#api/call-failed.ts';
import { callApi } from '#api/client.ts';
import { loadFlow } from '../flow/registry.ts';
import { fetchPage } from '../router/pages.ts';
import { knowsSomebody, readMe, useMaybeMe, type Me } from '../session/session.ts';
import { defaultLanguage, speak } from '../words/words.ts';
import { doorAt } from './doors.ts';
import { parseHash, useHash } from './hash.ts';
import { statusSlugAt } from './status-route.ts';
import { StartFailed, StartReconnecting, StartWaiting } from './start-screens.tsx';
import { traceVisit } from './trace-report.ts';

type DoorProps = { door: string; search: URLSearchParams };
type StatusProps = { slug: string };

// Fetched before they are drawn, not by `lazy`: React keeps a fallback that it has shown for at least 300 ms.
const loadDoor = async (): Promise<ComponentType<DoorProps>> => (await import('./door.tsx')).Door;
const loadStatus = async (): Promise<ComponentType<StatusProps>> =>
  (await import('../pages/status/status-page.tsx')).StatusPage;
const loadConsole = async (): Promise<ComponentType> => (await import('../shell/console.tsx')).Console;

// Whoever comes to the door will need its flow: fetched beside the door's own code instead of after it.
const firstDoor = doorAt(parseHash(window.location.hash).path);
if (firstDoor) Promise.all([loadDoor(), loadFlow(firstDoor)]).catch(() => undefined);

/** What an address asks for: only the console is for somebody who is signed in. */
type Wanted = 'door' | 'status' | 'console';
type Place =
  { Door: ComponentType<DoorProps> } | { Status: ComponentType<StatusProps> } | { Console: ComponentType } | 'nobody';
type Began = { state: 'beginning' } | { state: 'failed'; error: unknown } | { state: 'begun'; place: Place };

/** Who is signed in, or undefined. */
async function whoIsThere(): Promise<Me | undefined> {
  try {
    return await readMe();
  } catch (error) {
    if (isCallFailed(error) && error.status === 401) return undefined;
    throw error;
  }
}

/** The console needs its words and who is signed in; the door's own few words come when one is asked for. */
async function begin(wanted: Wanted): Promise<Place> {
  if (wanted === 'door') return { Door: await loadDoor() };
  if (wanted === 'status') {
    const [Status] = await Promise.all([loadStatus(), speak(defaultLanguage)]);
    return { Status };
  }
  // A first visit asks what is never refused: browsers write every refusal into their console.
  if (!knowsSomebody() && !(await callApi('readInstallation')).signedIn) return 'nobody';
  // Most who were let in before are let in again.
  fetchPage(parseHash(window.location.hash).path);
  const loading = Promise.all([loadConsole(), speak(defaultLanguage)]);
  loading.catch(() => undefined);
  const me = await whoIsThere();
  if (!me) return 'nobody';
  const [Console] = await loading;
  if (me.language !== defaultLanguage) await speak(me.language);
  traceVisit(me);
  return { Console };
}

const RECONNECT_MS = 1000;

/** The server is restarting or out of reach: it answers again by itself. */
function isAway(began: Began): boolean {
  if (began.state !== 'failed' || !isCallFailed(began.error)) return false;
  const { code, status = 0 } = began.error;
  return code === 'offline' || (status >= 502 && status <= 504);
}

/** Decides between the door (sign in, set up, activate), a public status page and the console, and loads only the one that is needed. */
export function Start(): ReactNode {
  const { path, search } = useHash();
  const door = doorAt(path);
  const me = useMaybeMe();
  const slug = statusSlugAt(path);
  const wanted = door !== undefined ? 'door' : slug !== undefined ? 'status' : 'console';
  const [began, setBegan] = useState<Began>({ state: 'beginning' });

  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    // Who waits for the server keeps being told so until it is there.
    setBegan((before) => (isAway(before) ? before : { state: 'beginning' }));
    begin(wanted).then(
      (place) => left || setBegan({ state: 'begun', place }),
      (error: unknown) => left || setBegan({ state: 'failed', error }),
    );
    return () => {
      left = true;
    };
  }, [wanted, attempt]);

  const away = isAway(began);
  useEffect(() => {
    if (!away) return;
    const timer = setTimeout(() => setAttempt((count) => count + 1), RECONNECT_MS);
    return () => clearTimeout(timer);
  }, [away, began]);

  const place = began.state === 'begun' ? began.place : undefined;
  const sent = wanted === 'console' && place !== undefined && (place === 'nobody' || ('Console' in place && !me));
  useEffect(() => {
    if (!sent) return;
    const route = window.location.hash.replace(/^#/, '');
    window.location.replace(
      route === '' || route === '/' ? '#/sign-in' : `#/sign-in?next=${encodeURIComponent(route)}`,
    );
  }, [sent]);

  if (began.state === 'failed' && isAway(began)) return <StartReconnecting error={began.error} />;
  if (began.state === 'failed')
    return <StartFailed error={began.error} onRetry={() => setAttempt((count) => count + 1)} />;
  if (place === undefined || place === 'nobody' || sent) return <StartWaiting />;
  if (door) return 'Door' in place ? <place.Door key={path} door={door} search={search} /> : <StartWaiting />;
  if (slug !== undefined) return 'Status' in place ? <place.Status key={slug} slug={slug} /> : <StartWaiting />;
  return 'Console' in place ? <place.Console /> : <StartWaiting />;
}
