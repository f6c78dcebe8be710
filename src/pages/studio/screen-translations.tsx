import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { languageName, translatedLanguages } from '#engine/document/languages.ts';
import { unusedOf, translationsOf, withoutUnused, withTranslation } from '#engine/document/translations.ts';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import { TextRow } from './text-row.tsx';
import styles from './translations.module.css';

interface Props {
  /** As it is being changed. */
  document: ScreenDocument;
  /** The same as the server compiled it last, with the texts that it takes from other documents. */
  compiled: ScreenDocument;
  language: string | undefined;
  onLanguage: (language: string) => void;
  onChange: (document: ScreenDocument) => void;
}

const shownKinds = ['all', 'missing', 'outdated'] as const;

/** Every text of a screen beside what another language says for it. */
export function ScreenTranslations({ document, compiled, language, onLanguage, onChange }: Props): ReactNode {
  const t = useWords();
  const [which, setWhich] = useState<string>('all');
  const { translations: _, ...texts } = compiled;
  const whole: ScreenDocument = { ...texts, ...(document.translations && { translations: document.translations }) };
  const choices = translatedLanguages.map(({ id, english }) => {
    const said = whole.translations?.[id] === undefined ? undefined : translationsOf(whole, id);
    const done = said?.filter(({ state }) => state === 'translated').length;
    const label =
      said === undefined
        ? english
        : t('studio.translations.languageDone', { language: english, done, count: said.length });
    return { value: id as string, label };
  });
  const rows = language === undefined ? [] : translationsOf(whole, language);
  const counted = (state: string) => rows.filter((row) => state === 'all' || row.state === state);
  const shown = counted(which);
  const unused = language === undefined ? 0 : unusedOf(whole, language).length;
  return (
    <div className={styles.texts}>
      <div className={styles.bar}>
        <Select
          size="sm"
          label={t('studio.translations.language')}
          placeholder={t('studio.translations.choose')}
          data={choices}
          value={language ?? null}
          allowDeselect={false}
          searchable
          onChange={(value) => value !== null && onLanguage(value)}
        />
        {language === undefined ? null : (
          <div className={styles.segments}>
            <SegmentedControl
              size="xs"
              aria-label={t('studio.translations.which')}
              data={shownKinds.map((value) => ({
                value,
                label: t(`studio.translations.shown.${value}`, { count: counted(value).length }),
              }))}
              value={which}
              onChange={setWhich}
            />
          </div>
        )}
      </div>
      {language === undefined ? (
        <p className={styles.quiet}>{t('studio.translations.chooseText')}</p>
      ) : (
        <>
          {unused === 0 ? null : (
            <div className={styles.bar}>
              <span className={styles.quiet}>{t('studio.translations.unused', { count: unused })}</span>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => onChange(withoutUnused(document, whole, language))}
              >
                {t('studio.translations.removeUnused')}
              </Button>
            </div>
          )}
          {shown.length === 0 ? (
            <Message
              icon={<IconChecks size={28} stroke={1.5} />}
              title={t(`studio.translations.none.${which === 'missing' ? 'missing' : 'outdated'}`)}
            />
          ) : (
            <ul
              className={`${styles.list} ${styles.own}`}
              aria-label={t('studio.translations.list', { language: languageName(language) })}
            >
              {shown.map((row) => (
                <TextRow
                  key={`${language} ${row.pointer}`}
                  english={row.text}
                  kind={t(`studio.translations.kind.${row.kind}`)}
                  language={language}
                  state={row.state}
                  {...(row.translation && { translation: row.translation })}
                  onText={(words) => onChange(withTranslation(document, language, row, words))}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
