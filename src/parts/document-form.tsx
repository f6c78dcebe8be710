import {
  Suspense,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import { equal } from '#engine/vocabulary/runtime.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { FormStateProvider } from '#screens/form/form-context.tsx';
import { FormStore } from '#screens/form/form-store.ts';
import { awaitedBy } from '#screens/form/resolver.ts';
import { SchemaForm } from '#screens/form/schema-form.tsx';
import { OptionSourcesProvider } from '#screens/options/option-sources.tsx';
import { focusField } from '#screens/step/focus-field.ts';
import { ScreenWordsProvider } from '#screens/words.tsx';
import { optionSources } from '../flow/option-sources.ts';
import { useScreenWordsInUse } from '../words/screen-words.ts';
import styles from './settings.module.css';

interface Props {
  screen: CompiledScreen;
  /** The stored answers; an unchanged form follows their updates. */
  stored: Answers;
  busy: boolean;
  failure: CallFailed | undefined;
  /** Saves the answers; resolves with true on success. */
  onSave: (answers: Answers) => Promise<boolean>;
  /** Renders the buttons below the fields. */
  foot: (form: { changed: boolean; reset: () => void }) => ReactNode;
}

/** A page form from a screen document, so that page and server share its fields, texts and bounds. */
export function DocumentForm(props: Props): ReactNode {
  return (
    <Suspense>
      <ArrivedForm {...props} />
    </Suspense>
  );
}

function ArrivedForm({ screen, stored, busy, failure, onSave, foot }: Props): ReactNode {
  const awaited = awaitedBy([screen]);
  if (awaited) use(awaited);
  const words = useScreenWordsInUse();
  const idPrefix = useId();
  const form = useRef<HTMLFormElement>(null);
  const [store] = useState(() => new FormStore(screen, fieldsOf(screen, stored)));
  const data = useSyncExternalStore(store.onData, () => store.data);
  const kept = useMemo(() => fieldsOf(screen, stored), [screen, stored]);
  const [base, setBase] = useState(kept);
  const changed = !equal(data, base);

  useEffect(() => {
    if (equal(kept, base)) return;
    // Keep unsaved edits; otherwise follow the stored answers.
    if (equal(store.data, base)) store.replace(kept);
    setBase(kept);
  }, [store, kept, base]);
  useEffect(() => {
    if (failure?.fields) store.refuse(failure.fields);
  }, [store, failure]);

  const save = async (): Promise<void> => {
    const [first] = store.checkAll();
    if (first) {
      if (form.current) focusField(form.current, first.pointer);
      return;
    }
    const answers = store.visible();
    if (await onSave(answers)) setBase(store.data);
  };
  const reset = (): void => {
    store.replace(base);
    setBase({ ...base });
  };
  const state = useMemo(() => ({ locked: [], busy }), [busy]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      <div className={styles.document}>
        <ScreenWordsProvider value={words}>
          <OptionSourcesProvider value={optionSources}>
            <FormStateProvider value={state}>
              <SchemaForm store={store} mode="EDIT" idPrefix={idPrefix} />
            </FormStateProvider>
          </OptionSourcesProvider>
        </ScreenWordsProvider>
      </div>
      {foot({ changed, reset })}
    </form>
  );
}

/** Picks the stored fields of the document, including its conditional fields. */
function fieldsOf(screen: CompiledScreen, stored: Answers): Answers {
  const asked = [...subschemas(screen.document.schema)].flatMap(({ pointer }) => segmentsOf(pointer).slice(0, 1));
  const names = [...new Set(asked)];
  return Object.fromEntries(names.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]]])));
}
