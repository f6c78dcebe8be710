import { createContext, use, useCallback, useSyncExternalStore, type ComponentType } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import type { Mode } from '#engine/flow/flow.ts';
import type { FormStore } from './form-store.ts';

export interface FormProps {
  store: FormStore;
  mode: Mode;
  /** Makes ids of this form's fields unlike those of another form of the page. */
  idPrefix: string;
}

export interface FormEnvironment extends FormProps {
  /** A form within the form (a row in its dialog) is drawn by the same component, handed down so that nothing imports in a circle. */
  Form: ComponentType<FormProps>;
}

/** What stays the same while a form stands; what changes is in the store or in `FormStateContext`. */
const FormContext = createContext<FormEnvironment | undefined>(undefined);
export const FormProvider = FormContext.Provider;

export interface FormState {
  /** Pointers (items as `*`) that cannot be changed in this mode. */
  locked: readonly Pointer[];
  /** An effect is under way: fields can be read and not changed. */
  busy: boolean;
}

const FormStateContext = createContext<FormState>({ locked: [], busy: false });
export const FormStateProvider = FormStateContext.Provider;

export function useForm(): FormEnvironment {
  const form = use(FormContext);
  if (!form) throw new Error('a field stands outside a form');
  return form;
}

export function useFormState(): FormState {
  return use(FormStateContext);
}

/** The value at the pointer; the component renders again when it changes, and for no other change. */
export function useValue(pointer: Pointer): unknown {
  const { store } = useForm();
  const subscribe = useCallback((listener: () => void) => store.onValue(pointer, listener), [store, pointer]);
  return useSyncExternalStore(subscribe, () => store.valueAt(pointer));
}

export function useFieldError(pointer: Pointer): string | undefined {
  const { store } = useForm();
  const subscribe = useCallback((listener: () => void) => store.onError(pointer, listener), [store, pointer]);
  return useSyncExternalStore(subscribe, () => store.errorAt(pointer));
}

export function fieldId(idPrefix: string, pointer: Pointer): string {
  return `${idPrefix}${pointer.replaceAll('/', '-')}`;
}
