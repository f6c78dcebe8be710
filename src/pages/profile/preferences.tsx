import { Input, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallInput } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useAct } from '../../data/use-act.ts';
import { useNow } from '#screens/shared/use-now.ts';
import styles from '../../parts/settings.module.css';
import { TimeZoneSelect } from '../../parts/time-zone-select.tsx';
import { setMe, useMe } from '../../session/session.ts';
import { themeChoices } from '../../theme/color-scheme.ts';
import { useLanguageChoices } from '../../words/use-language-choices.ts';
import { useWords } from '../../words/words.ts';
import pageStyles from './profile.module.css';

const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const;

/** Theme, language, time zone and the consent to recordings; each is kept as soon as it is chosen. */
export function Preferences(): ReactNode {
  const t = useWords();
  const me = useMe();
  const format = useFormat();
  const now = useNow();
  // What was chosen shows at once and goes back if the server would not keep it.
  const [chosen, setChosen] = useState<Partial<typeof me>>({});
  const save = useAct('saveProfile', {
    failed: t('profile.saveFailed'),
    refresh: ['listRecordedFlows', 'readRecordedFlow'],
  });
  const { theme, language, timeZoneId, recordsFlows } = { ...me, ...chosen };
  const languages = useLanguageChoices(language);
  const choose = async (body: NonNullable<CallInput<'saveProfile'>['body']>): Promise<void> => {
    setChosen(body as Partial<typeof me>);
    const reply = await save.run({ body });
    if (reply) setMe(reply.user);
    setChosen({});
  };
  return (
    <div className={styles.fields}>
      <Input.Wrapper className={styles.whole} label={t('profile.theme')} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t('profile.theme')}
            value={theme}
            disabled={save.busy}
            onChange={(value) => void choose({ theme: value as typeof theme })}
            data={themeChoices.map((value) => {
              const Icon = icons[value];
              return {
                value,
                label: (
                  <span className={pageStyles.theme}>
                    <Icon size={16} stroke={1.6} aria-hidden />
                    {t(`theme.${value}`)}
                  </span>
                ),
              };
            })}
          />
        </div>
      </Input.Wrapper>
      <Select
        label={t('profile.language')}
        data={languages}
        value={language}
        allowDeselect={false}
        onChange={(value) => value && value !== language && void choose({ language: value })}
      />
      <TimeZoneSelect
        label={t('profile.timeZone')}
        special
        value={timeZoneId}
        onChange={(value) => void choose({ timeZoneId: value })}
      />
      <p className={pageStyles.sample}>{t('profile.now', { time: format.exact(now) })}</p>
      <Switch
        className={styles.whole}
        label={t('profile.recordsFlows')}
        description={t('profile.recordsFlowsText')}
        checked={recordsFlows}
        disabled={save.busy}
        onChange={(event) => void choose({ recordsFlows: event.currentTarget.checked })}
      />
    </div>
  );
}
