import { SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useShownScheme } from '../../theme/use-shown-scheme.ts';
import { useWords } from '../../words/words.ts';

const colours = ['own', 'light', 'dark'] as const;
type Colours = (typeof colours)[number];

/** In which colours the screen is shown. Colours belong to a page: the console around it has the same until the preview is left. */
export function PreviewColours(): ReactNode {
  const t = useWords();
  const [chosen, setChosen] = useState<Colours>('own');
  useShownScheme(chosen === 'own' ? undefined : chosen);
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('studio.colours')}
      title={t('studio.colours')}
      data={colours.map((value) => ({ value, label: value === 'own' ? t('studio.ownColours') : t(`theme.${value}`) }))}
      value={chosen}
      onChange={setChosen}
    />
  );
}
