import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import styles from '../../parts/settings.module.css';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { ApiKeys } from './api-keys.tsx';
import { PersonForm } from './person-form.tsx';
import { Preferences } from './preferences.tsx';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';

export default function ProfilePage(): ReactNode {
  const t = useWords();
  return (
    <Page title={t('nav.profile')} description={t('profile.text')}>
      <div className={styles.sections}>
        <Card title={t('profile.person')}>
          <PersonForm />
        </Card>
        <Card title={t('profile.preferences')} text={t('profile.preferencesText')}>
          <Preferences />
        </Card>
        <Card title={t('profile.security')}>
          <Security />
        </Card>
        <Sessions />
        <ApiKeys />
      </div>
    </Page>
  );
}
