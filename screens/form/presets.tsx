import { Button } from '@mantine/core';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { useScreenWords } from '../words.tsx';
import { useForm, useFormState } from './form-context.tsx';
import styles from './form.module.css';

/** Answers that many people begin with, above the fields that they fill; each field can be changed afterwards. */
export function Presets({ presets }: { presets: NonNullable<ScreenDocument['presets']> }): ReactNode {
  const { store } = useForm();
  const { busy } = useFormState();
  const words = useScreenWords();
  const data = useSyncExternalStore(store.onData, () => store.data);
  const chosen = presets.find(({ values }) => holds(data, values));
  return (
    <div className={styles.presets} role="group" aria-label={words.presets}>
      <div className={styles.presetButtons}>
        <span className={styles.presetsTitle}>{words.presets}</span>
        {presets.map((preset) => (
          <Button
            key={preset.title}
            size="compact-md"
            variant={preset === chosen ? 'light' : 'default'}
            aria-pressed={preset === chosen}
            disabled={busy}
            onClick={() => {
              for (const [name, value] of Object.entries(preset.values)) store.change(`/${name}`, value);
            }}
          >
            {preset.title}
          </Button>
        ))}
      </div>
      <p className={styles.presetNote} role="status">
        {chosen ? chosen.description : words.presetNone}
      </p>
    </div>
  );
}

/** A list of choices is the same in any order. */
function holds(data: Answers, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([name, value]) => inOrder(data[name]) === inOrder(value));
}

function inOrder(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : value);
}
