import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { isCallFailed } from '#api/call-failed.ts';
import { loadFlow } from '../flow/registry.ts';
import { readMe, useMaybeMe, type Me } from '../session/session.ts';
import { defaultLanguage, speak } from '../words/words.ts';
import { doorAt } from './doors.ts';
import { parseHash, useHash } from './hash.ts';
import { StartFailed, StartWaiting } from './start-screens.tsx';

const Door = lazy(async () => ({ default: (await import('./door.tsx')).Door }));
const Console = lazy(async () => ({ default: (await import('../shell/console.tsx')).Console }));

// Whoever comes to the door will need its flow: fetched beside the door's own code instead of after it.
const firstDoor = doorAt(parseHash(window.location.hash).path);
if (firstDoor) void loadFlow(firstDoor).catch(() => undefined);

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

/** The console needs its words and who is signed in; the door's own few words come when one is asked for. */
async function begin(door: string | undefined): Promise<void> {
  if (door !== undefined) return;
  const [me] = await Promise.all([whoIsThere(), speak(defaultLanguage)]);
  if (me && me.language !== defaultLanguage) await speak(me.language);
}

/** Decides between the door (sign in, set up, activate) and the console, and loads only the one that is needed. */
export function Start(): ReactNode {
  const { path, search } = useHash();
  const door = doorAt(path);
  const me = useMaybeMe();
  const atDoor = door !== undefined;
  const [began, setBegan] = useState<Began>(atDoor ? { state: 'begun', atDoor } : { state: 'beginning' });

  const start = useCallback(() => {
    if (!atDoor) setBegan({ state: 'beginning' });
    begin(door).then(
      () => setBegan({ state: 'begun', atDoor }),
      (error: unknown) => setBegan({ state: 'failed', error }),
    );
  }, [atDoor, door]);
  useEffect(start, [start]);

  const ready = began.state === 'begun' && began.atDoor === atDoor;
  const sent = ready && !me && !atDoor;
  useEffect(() => {
    if (!sent) return;
    const wanted = window.location.hash.replace(/^#/, '');
    window.location.replace(
      wanted === '' || wanted === '/' ? '#/sign-in' : `#/sign-in?next=${encodeURIComponent(wanted)}`,
    );
  }, [sent]);

  if (began.state === 'failed') return <StartFailed error={began.error} onRetry={start} />;
  if (!ready || sent) return <StartWaiting />;
  return (
    <Suspense fallback={<StartWaiting />}>
      {door ? <Door key={path} door={door} search={search} /> : <Console />}
    </Suspense>
  );
}
