import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { isCallFailed } from '#api/call-failed.ts';
import { readMe, useMaybeMe, type Me } from '../session/session.ts';
import { defaultLanguage, speak, startWords } from '../words/words.ts';
import { doorAt } from './doors.ts';
import { useHash } from './hash.ts';
import { StartFailed, StartWaiting } from './start-screens.tsx';

const loadDoor = () => import('./door.tsx');
const loadConsole = () => import('../shell/console.tsx');
const Door = lazy(async () => ({ default: (await loadDoor()).Door }));
const Console = lazy(async () => ({ default: (await loadConsole()).Console }));

type Began = { state: 'beginning' } | { state: 'failed'; error: unknown } | { state: 'begun'; atDoor: boolean };

/** Who is signed in, or undefined. Sent to the door when nobody is. */
async function whoIsThere(): Promise<Me | undefined> {
  try {
    return await readMe();
  } catch (error) {
    if (isCallFailed(error) && error.status === 401) return undefined;
    throw error;
  }
}

async function begin(atDoor: boolean): Promise<void> {
  // The code that will be needed is fetched while the server is asked.
  if (atDoor) void loadDoor().catch(() => undefined);
  const [me] = await Promise.all([atDoor ? undefined : whoIsThere(), startWords().then(() => speak(defaultLanguage))]);
  if (me && me.language !== defaultLanguage) await speak(me.language);
}

/** Decides between the door (sign in, set up, activate) and the console, and loads only the one that is needed. */
export function Start(): ReactNode {
  const { path, search } = useHash();
  const door = doorAt(path);
  const me = useMaybeMe();
  const [began, setBegan] = useState<Began>({ state: 'beginning' });
  const atDoor = door !== undefined;

  const start = useCallback(() => {
    setBegan({ state: 'beginning' });
    begin(atDoor).then(
      () => setBegan({ state: 'begun', atDoor }),
      (error: unknown) => setBegan({ state: 'failed', error }),
    );
  }, [atDoor]);
  useEffect(start, [start]);

  const ready = began.state === 'begun' && began.atDoor === atDoor;
  const sent = ready && !me && !atDoor;
  useEffect(() => {
    if (!sent) return;
    const wanted = window.location.hash.replace(/^#/, '');
    window.location.replace(wanted === '' || wanted === '/' ? '#/sign-in' : `#/sign-in?next=${encodeURIComponent(wanted)}`);
  }, [sent]);

  if (began.state === 'failed') return <StartFailed error={began.error} onRetry={start} />;
  if (!ready || sent) return <StartWaiting />;
  return <Suspense fallback={<StartWaiting />}>{door ? <Door key={path} door={door} search={search} /> : <Console />}</Suspense>;
}
