import { useEffect, useState, type ReactNode } from 'react';
import { callApi } from '#api/client.ts';
import { FlowHost } from '../flow/flow-host.tsx';
import { Logo } from '../parts/logo.tsx';
import { currentMe, knowsSomebody } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import { safeNext } from './hash.ts';
import styles from './start.module.css';

/** A fresh installation has nobody who could sign in: says where the set-up link is. */
function SetupHint(): ReactNode {
  const t = useWords();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    callApi('readSetup', undefined, { signal: leaving.signal }).then(
      () => setOpen(true),
      // 404: set up long ago.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return open ? <p className={styles.doorHint}>{t('door.setup')}</p> : null;
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
        <div className={styles.doorCard}>
          <FlowHost
            flowId={door}
            mode="NEW"
            params={Object.fromEntries(search)}
            onEnded={({ outcome, next: said }) => goOn(outcome === 'finished' ? (said ?? next) : '/sign-in')}
          />
        </div>
        {signsIn && !knowsSomebody() ? <SetupHint /> : null}
      </div>
    </main>
  );
}
