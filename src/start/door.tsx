import { useEffect, useRef, useState, type ReactNode } from 'react';
import { callApi } from '#api/client.ts';
import { FlowHost } from '../flow/flow-host.tsx';
import { fetchLaterParts } from '../flow/registry.ts';
import { Logo } from '../parts/logo.tsx';
import { currentMe, knowsSomebody } from '../session/session.ts';
import { defaultLanguage, speak, useSpokenWords } from '../words/words.ts';
import { safeNext } from './hash.ts';
import styles from './start.module.css';

/** On a new installation nobody can sign in yet, so explain where the set-up link is. */
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
      // The form works without the hint.
      .catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return wanted && t ? <p className={styles.doorHint}>{t('door.setup')}</p> : null;
}

const forgotten = 'forgotten-password';

/** Links between sign-in and forgotten password. Translations are not loaded yet, so these texts are not in the language files. */
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

/** Prefetches the later screens and the console once the user starts typing. A failed fetch is retried and reported by what needs it. */
function prepareRest(door: string): void {
  Promise.all([fetchLaterParts(door), import('../shell/console.tsx'), speak(defaultLanguage)]).catch(() => undefined);
}

/** The screens before sign-in. Continues to `next` afterwards. */
export function Door({ door, search }: { door: string; search: URLSearchParams }): ReactNode {
  const signsIn = door === 'sign-in';
  const next = safeNext(search.get('next'));
  const goOn = (route: string): void => window.location.replace(`#${route}`);
  const prepared = useRef<string>(undefined);
  const prepare = (): void => {
    if (prepared.current !== door) prepareRest(door);
    prepared.current = door;
  };
  // The user went back from the console, but is already signed in.
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
        <div className={styles.doorCard} onInput={prepare}>
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
