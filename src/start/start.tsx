import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { isCallFailed } from '#api/call-failed.ts';
import { callApi } from '#api/client.ts';
import { loadFlow } from '../flow/registry.ts';
import { knowsSomebody, readMe, useMaybeMe, type Me } from '../session/session.ts';
import { defaultLanguage, speak } from '../words/words.ts';
import { doorAt } from './doors.ts';
import { parseHash, useHash } from './hash.ts';
import { statusSlugAt } from './status-route.ts';
import { StartFailed, StartReconnecting, StartWaiting } from './start-screens.tsx';

type DoorProps = { door: string; search: URLSearchParams };
type StatusProps = { slug: string };

// Imported before rendering instead of with `lazy`: React shows a fallback for at least 300 ms.
const loadDoor = async (): Promise<ComponentType<DoorProps>> => (await import('./door.tsx')).Door;
const loadStatus = async (): Promise<ComponentType<StatusProps>> =>
  (await import('../pages/status/status-page.tsx')).StatusPage;
const loadConsole = async (): Promise<ComponentType> => (await import('../shell/console.tsx')).Console;

// Fetch the sign-in flow in parallel with the door's own code instead of after it.
const firstDoor = doorAt(parseHash(window.location.hash).path);
if (firstDoor) Promise.all([loadDoor(), loadFlow(firstDoor)]).catch(() => undefined);

/** The part of the app that a URL needs; only the console requires a signed-in user. */
type Wanted = 'door' | 'status' | 'console';
type Place =
  | { Door: ComponentType<DoorProps> }
  | { Status: ComponentType<StatusProps> }
  | { Console: ComponentType }
  | 'nobody';
type Began = { state: 'beginning' } | { state: 'failed'; error: unknown } | { state: 'begun'; place: Place };

/** The signed-in user, or undefined. */
async function readMaybeMe(): Promise<Me | undefined> {
  try {
    return await readMe();
  } catch (error) {
    if (isCallFailed(error) && error.status === 401) return undefined;
    throw error;
  }
}

/** Loads the part that is needed. The console also needs its translations and the signed-in user; the door loads translations lazily. */
async function begin(wanted: Wanted): Promise<Place> {
  if (wanted === 'door') return { Door: await loadDoor() };
  if (wanted === 'status') {
    const [Status] = await Promise.all([loadStatus(), speak(defaultLanguage)]);
    return { Status };
  }
  // On a first visit, make a call that is never refused: browsers log every 401 in their console.
  if (!knowsSomebody() && !(await callApi('readInstallation')).signedIn) return 'nobody';
  // A returning user is probably still signed in, so prefetch the page.
  import('../router/pages.ts')
    .then(({ fetchPage }) => fetchPage(parseHash(window.location.hash).path))
    .catch(() => undefined);
  const loading = Promise.all([loadConsole(), speak(defaultLanguage)]);
  loading.catch(() => undefined);
  const me = await readMaybeMe();
  if (!me) return 'nobody';
  const [Console] = await loading;
  // Without its translations the console speaks English.
  if (me.language !== defaultLanguage) await speak(me.language).catch(() => undefined);
  // Apart from the first page: the trace is sent seconds later, and is no loss where its code cannot be fetched.
  import('./trace-report.ts').then(({ traceVisit }) => traceVisit(me)).catch(() => undefined);
  return { Console };
}

const RECONNECT_MS = 1000;

/** Whether the server is restarting or unreachable, so that retrying helps. */
function isAway(began: Began): boolean {
  if (began.state !== 'failed' || !isCallFailed(began.error)) return false;
  const { code, status = 0 } = began.error;
  return code === 'offline' || (status >= 502 && status <= 504);
}

/** Chooses between the door (sign in, set up, activate), a public status page and the console, and loads only that part. */
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
    // Keep showing "Waiting for the server" during retries.
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
