import { useEffect, useState, type ReactNode } from 'react';
import { callApi } from '#api/client.ts';
import { FlowHost } from '../flow/flow-host.tsx';
import { Logo } from '../parts/logo.tsx';
import { currentMe, knowsSomebody } from '../session/session.ts';
import { defaultLanguage, speak, useSpokenWords } from '../words/words.ts';
import { safeNext } from './hash.ts';
import styles from './start.module.css';

/** A fresh installation has nobody who could sign in: says where the set-up link is. */
function SetupHint(): ReactNode {
  const t = useSpokenWords();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    callApi('readInstallation', undefined, { signal: leaving.signal })
      .then(async ({ setUp }) => {
        if (setUp) return;
        await speak(defaultLanguage);
        setWanted(true);
      })
      // Without the hint the form is as usable.
      .catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return wanted && t ? <p className={styles.doorHint}>{t('door.setup')}</p> : null;
}

const forgotten = 'forgotten-password';

/** From signing in to a forgotten password, and back. No words are loaded yet: these few are not in the language files. */
function DoorLink({ door }: { door: string }): ReactNode {
  return (
    <p className={styles.doorHint}>
      {door === forgotten ? (
        <a href="#/sign-in">Back to sign in</a>
      ) : (
        <a href={`#/${forgotten}`}>Forgot your password?</a>
      )}
    </p>
  );
}

/** Whoever types at the door will soon be behind it. A failed fetch is told when the console is needed. */
function prepareConsole(): void {
  Promise.all([import('../shell/console.tsx'), speak(defaultLanguage)]).catch(() => undefined);
}

/** The screens before somebody is signed in. Afterwards on to `next`. */
export function Door({ door, search }: { door: string; search: URLSearchParams }): ReactNode {
  const signsIn = door === 'sign-in';
  const next = safeNext(search.get('next'));
  const goOn = (route: string): void => window.location.replace(`#${route}`);
  // Back from the console to a sign-in that is done already.
  const done = signsIn && currentMe() !== undefined;
  useEffect(() => {
    if (done) window.location.replace(`#${next}`);
  }, [done, next]);
  if (done) return null;
  return (
    <main className={styles.door}>
      <div className={styles.doorBody} data-wide={door === 'first-run' || undefined}>
        <div className={styles.doorLogo}>
          <Logo />
        </div>
        <div className={styles.doorCard} onInput={prepareConsole}>
          <FlowHost
            flowId={door}
            mode="NEW"
            params={Object.fromEntries(search)}
            onEnded={({ outcome, next: said }) => goOn(outcome === 'finished' ? (said ?? next) : '/sign-in')}
          />
        </div>
        {signsIn || door === forgotten ? <DoorLink door={door} /> : null}
        {signsIn && !knowsSomebody() ? <SetupHint /> : null}
      </div>
    </main>
  );
}
