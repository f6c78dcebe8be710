import type { Locator } from 'playwright-core';
import type { Pointer } from '#engine/document/document.ts';
import { englishWords as words } from '#screens/words.tsx';

/** A field as it stands: which control it has, and what that says. */
export interface FieldLook {
  /** `none` while its widget is on its way. */
  kind:
    | 'table'
    | 'rows'
    | 'radio'
    | 'boxes'
    | 'box'
    | 'list'
    | 'several'
    | 'tags'
    | 'duration'
    | 'editor'
    | 'file'
    | 'files'
    | 'text'
    | 'none';
  /** What is typed, of a duration its seconds; the words of what is chosen; `true` or `false`; the rows; the name of a file that can be removed. */
  value: string;
  /** The words of boxes that are on, and of what is chosen of several. */
  on: string[];
}

/** What a button says that takes a file away, before its name. */
export const removing = words.fileRemove.replace('{file}', '');

/** Every field that stands there, read at once. Runs in the page: no named function in it, tsx would name it by a helper. */
export function lookAtFields(scope: Locator): Promise<Record<Pointer, FieldLook>> {
  return scope.evaluate((root, removes) => {
    const looks: Record<string, FieldLook> = {};
    for (const field of root.querySelectorAll<HTMLElement>('[data-pointer]')) {
      const pointer = field.dataset['pointer'] ?? '';
      if (looks[pointer] !== undefined) continue;
      const radios = [...field.querySelectorAll<HTMLInputElement>('input[type=radio]')];
      const boxes = [...field.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
      const text = field.querySelector<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]),textarea');
      // The widget shows a duration in its largest whole unit: 60 seconds typed are 1 minute after a reload.
      const unit = field.querySelector('select')?.value;
      const told =
        Number(text?.value) * ({ seconds: 1, minutes: 60, hours: 3600, days: 86_400 }[unit ?? ''] ?? Number.NaN);
      const several = field.querySelector('.mantine-MultiSelect-inputField');
      const editor = field.querySelector('.cm-content');
      const tags = field.querySelector('input[data-tags]');
      const file = field.querySelector<HTMLInputElement>('input[type=file]');
      const removable = [...field.querySelectorAll('button')].flatMap(({ ariaLabel: says }) =>
        says?.startsWith(removes) === true ? [says.slice(removes.length)] : [],
      );
      const isTable = field.querySelector('table,[data-add]') !== null || field.dataset['row'] !== undefined;
      const isGroup = boxes.length > 0 && field.querySelector('fieldset') !== null;
      const kind = field.querySelector('[role=grid]')
        ? 'rows'
        : file
          ? file.multiple
            ? 'files'
            : 'file'
          : isTable
            ? 'table'
            : several
              ? 'several'
              : tags
                ? 'tags'
                : radios.length > 0
                  ? 'radio'
                  : isGroup
                    ? 'boxes'
                    : boxes.length > 0
                      ? 'box'
                      : text?.getAttribute('aria-haspopup') === 'listbox'
                        ? 'list'
                        : text && unit !== undefined
                          ? 'duration'
                          : editor
                            ? 'editor'
                            : text
                              ? 'text'
                              : 'none';
      const chosen = [...radios, ...boxes].filter(({ checked }) => checked);
      const pills = [...field.querySelectorAll('.mantine-Pill-label')].map((pill) => pill.textContent?.trim() ?? '');
      const on = file
        ? removable
        : several || tags
          ? pills
          : chosen.map(({ labels }) => labels?.[0]?.textContent?.trim() ?? '');
      const value =
        kind === 'table'
          ? [...field.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '').join('\n')
          : kind === 'file' || kind === 'files'
            ? removable.join('\n')
            : kind === 'box'
              ? String(boxes[0]?.checked)
              : kind === 'radio'
                ? (on[0] ?? '')
                : editor
                  ? [...editor.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
                  : kind === 'duration' && text?.value !== '' && !Number.isNaN(told)
                    ? String(told)
                    : (text?.value ?? '');
      looks[pointer] = { kind, value, on };
    }
    return looks;
  }, removing);
}
