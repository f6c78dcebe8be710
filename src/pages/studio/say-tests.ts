import type { useWords } from '../../words/words.ts';
import type { SaidTest } from './document-conditions.ts';

type Say = ReturnType<typeof useWords>;

/** `Monitor type is HTTP or Ping and Enabled is On`. */
export function sayTests(t: Say, tests: readonly SaidTest[]): string {
  return tests.map((test) => sayTest(t, test)).reduce((before, test) => t('studio.editor.and', { before, test }));
}

function sayTest(t: Say, test: SaidTest): string {
  if (test.kind === 'other') return t('studio.editor.test.other');
  if (!('values' in test)) return t(`studio.editor.test.${test.kind}`, { field: test.field });
  const values = test.values
    .map((value) => (typeof value === 'boolean' ? t(value ? 'studio.editor.on' : 'studio.editor.off') : value))
    .reduce((before, value) => t('studio.editor.or', { before, value }));
  return t(`studio.editor.test.${test.kind}`, { field: test.field, values });
}
