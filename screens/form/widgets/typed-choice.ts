import { useRef } from 'react';
import { fill, useScreenWords } from '../../words.tsx';
import type { Choice } from '../field-options.ts';
import { useForm } from '../form-context.tsx';
import type { WidgetProps } from '../widget-props.ts';

/**
 * What was typed into a list that is searched is never dropped in silence: Tab and Enter choose the highlighted match,
 * leaving the field chooses the only one, and where there is none or several the field says so. Spread around the list.
 */
export function useTypedChoice(
  { pointer, readOnly }: Pick<WidgetProps, 'pointer' | 'readOnly'>,
  choices: readonly Pick<Choice, 'label'>[],
  choose: (index: number) => void,
) {
  const words = useScreenWords();
  const { store } = useForm();
  const typed = useRef('');
  const forget = () => {
    typed.current = '';
  };
  const say = () => {
    const text = typed.current.trim();
    const found = matching(choices, text);
    const [only] = found;
    forget();
    if (found.length === 1 && only !== undefined) choose(only);
    else store.note(pointer, fill(found.length === 0 ? words.noSuchChoice : words.severalMatch, { text }));
  };
  return {
    forget,
    around: {
      onInputCapture: (event: React.FormEvent<HTMLElement>) => {
        if (event.target instanceof HTMLInputElement && !readOnly) typed.current = event.target.value;
      },
      onKeyDownCapture: (event: React.KeyboardEvent<HTMLElement>) => {
        if (typed.current.trim() === '' || event.ctrlKey || event.metaKey) return;
        if (event.key === 'Escape') return forget();
        if (event.key !== 'Tab' && event.key !== 'Enter') return;
        const highlighted = highlightedOf(event.target);
        if (highlighted !== undefined) {
          // Enter is the list's own key; Tab goes on to the next field.
          if (event.key === 'Tab') highlighted.click();
          forget();
        } else if (event.key === 'Enter') {
          event.preventDefault();
          event.stopPropagation();
          say();
        }
      },
      onBlurCapture: () => {
        if (typed.current.trim() !== '') say();
      },
    },
  };
}

function matching(choices: readonly Pick<Choice, 'label'>[], text: string): number[] {
  const asked = text.toLowerCase();
  const labels = choices.map(({ label }) => label.trim().toLowerCase());
  const exact = labels.indexOf(asked);
  if (exact >= 0) return [exact];
  return labels.flatMap((label, index) => (label.includes(asked) ? [index] : []));
}

function highlightedOf(input: EventTarget): HTMLElement | undefined {
  const list = input instanceof HTMLElement ? input.getAttribute('aria-controls') : null;
  const options = list === null ? null : document.getElementById(list);
  return options?.querySelector<HTMLElement>('[data-combobox-selected]') ?? undefined;
}
