import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { automationLanguages, scriptSystems } from '#api/contract/script.ts';
import { useWords } from '../../words/words.ts';
import type { ListedScript } from './script.ts';
import styles from './scripts.module.css';

export interface Filters {
  category?: string;
  system?: string;
  language?: string;
}

export function matchesFilters(
  script: ListedScript,
  { category, system, language, search }: Filters & { search: string },
): boolean {
  const wanted = search.trim().toLowerCase();
  return (
    (category === undefined || script.categoriesNames.includes(category)) &&
    (system === undefined || script.operatingSystems.some((each) => each === system)) &&
    (language === undefined || script.language === language) &&
    `${script.name}\n${script.description}`.toLowerCase().includes(wanted)
  );
}

interface Props {
  scripts: readonly ListedScript[];
  filters: Filters;
  onChange(filters: Filters): void;
}

export function ScriptFilters({ scripts, filters, onChange }: Props): ReactNode {
  const t = useWords();
  const categories = [...new Set(scripts.flatMap(({ categoriesNames }) => categoriesNames))].toSorted();
  const choose = (name: keyof Filters) => (value: string | null) => {
    const { [name]: _, ...others } = filters;
    onChange(value === null ? others : { ...others, [name]: value });
  };
  const filter = (name: keyof Filters, label: string, data: { value: string; label: string }[]) => (
    <Select
      className={styles.filter}
      aria-label={label}
      placeholder={label}
      clearable
      data={data}
      value={filters[name] ?? null}
      onChange={choose(name)}
    />
  );
  return (
    <>
      {filter(
        'category',
        t('script.category'),
        categories.map((name) => ({ value: name, label: name })),
      )}
      {filter(
        'system',
        t('script.system'),
        scriptSystems.map((name) => ({ value: name, label: name })),
      )}
      {filter(
        'language',
        t('script.language'),
        automationLanguages.map((name) => ({ value: name, label: t(`script.language_${name}`) })),
      )}
    </>
  );
}
