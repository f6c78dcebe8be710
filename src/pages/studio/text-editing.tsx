import { TextInput, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import { shownTexts, type ShownText } from './shown-texts.ts';
import styles from './studio.module.css';

/** A text of the document at a pointer, as it was and as it is to be. */
export type OnText = (pointer: Pointer, before: string, after: string) => void;

interface Props {
  /** The frame with the screen. */
  frame: RefObject<HTMLElement | null>;
  /** The document that the frame shows. */
  document: ScreenDocument;
  onText: OnText;
}

/** A button over each text of the screen in the frame; the one that is pressed becomes an input in its place. */
export function TextEditing({ frame, document, onText }: Props): ReactNode {
  const t = useWords();
  const texts = useShownTexts(frame, document);
  const [open, setOpen] = useState<Pointer>();
  const back = useRef<Pointer>(undefined);
  const layer = useRef<HTMLDivElement>(null);
  // The keyboard goes on where it was: the input is gone.
  useEffect(() => {
    if (open !== undefined || back.current === undefined) return;
    layer.current?.querySelector<HTMLElement>(`[data-text="${CSS.escape(back.current)}"]`)?.focus();
    back.current = undefined;
  }, [open]);
  return (
    <div ref={layer} className={styles.texts} role="group" aria-label={t('studio.editTexts')}>
      {texts.map(({ pointer, text, ...place }) =>
        pointer === open ? (
          <TextInPlace
            key={pointer}
            text={text}
            place={place}
            onEnd={(next) => {
              back.current = pointer;
              setOpen(undefined);
              if (next !== undefined && next !== text) onText(pointer, text, next);
            }}
          />
        ) : (
          <UnstyledButton
            key={pointer}
            className={styles.text}
            data-text={pointer}
            style={place}
            aria-label={t('studio.editText', { text })}
            onClick={() => setOpen(pointer)}
          />
        ),
      )}
    </div>
  );
}

/** Enter, or leaving it, keeps the text; Escape takes it back. An empty text is no text: it stays as it was. */
function TextInPlace({
  text,
  place,
  onEnd,
}: {
  text: string;
  place: Omit<ShownText, 'pointer' | 'text'>;
  onEnd: (text?: string) => void;
}): ReactNode {
  const t = useWords();
  const [typed, setTyped] = useState(text);
  const ended = useRef(false);
  const end = (next?: string): void => {
    if (ended.current) return;
    ended.current = true;
    onEnd(next === '' ? undefined : next);
  };
  return (
    <TextInput
      size="xs"
      className={styles.textInput ?? ''}
      style={{ ...place, width: Math.max(200, place.width) }}
      aria-label={t('studio.newText', { text })}
      autoFocus
      maxLength={2000}
      value={typed}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => end(typed.trim())}
      onKeyDown={(event) => {
        // The key would press the button that takes the place of this input.
        if (event.key === 'Enter') event.preventDefault();
        if (event.key === 'Enter') end(typed.trim());
        if (event.key === 'Escape') end();
        event.stopPropagation();
      }}
    />
  );
}

function useShownTexts(frame: RefObject<HTMLElement | null>, document: ScreenDocument): readonly ShownText[] {
  const [texts, setTexts] = useState<readonly ShownText[]>([]);
  useEffect(() => {
    const root = frame.current;
    if (root === null) return;
    const measure = (): void => setTexts(shownTexts(root, document));
    measure();
    const changed = new MutationObserver(measure);
    // While a part of the screen is loaded, React hides what it has by a style.
    const attributeFilter = ['style', 'hidden', 'class'];
    changed.observe(root, { childList: true, subtree: true, characterData: true, attributeFilter });
    const resized = new ResizeObserver(measure);
    resized.observe(root);
    root.addEventListener('scroll', measure, true);
    return () => {
      changed.disconnect();
      resized.disconnect();
      root.removeEventListener('scroll', measure, true);
    };
  }, [frame, document]);
  return texts;
}
