import { useState } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { FormStore } from './form-store.ts';

/**
 * The store of a form. Where another screen takes the place of this one, as that of an organization does, it goes on with what was typed, and
 * the fields that the other one adds begin with their defaults.
 */
export function useFormStore(screen: CompiledScreen, data: Answers): FormStore {
  const [held, hold] = useState(() => new FormStore(screen, data));
  if (held.screen === screen) return held;
  const added = Object.entries(screen.defaults).filter(([name]) => !Object.hasOwn(held.screen.defaults, name));
  const next = new FormStore(screen, { ...Object.fromEntries(added), ...held.data });
  hold(next);
  return next;
}
