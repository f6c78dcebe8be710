import { Button, Modal } from '@mantine/core';
import type { UiSchema } from '@rjsf/utils';
import { useId, useRef, useState, type ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import type { Schema } from '#engine/document/schema.ts';
import type { Answers, Mode } from '#engine/flow/flow.ts';
import { focusField } from '../../step/focus-field.ts';
import { useScreenWords } from '../../words.tsx';
import { useForm } from '../form-context.tsx';
import { OutsideForm } from '../outside-form.tsx';
import { itemStore, newItem } from './item-store.ts';
import styles from './table.module.css';

interface Props {
  pointer: Pointer;
  index: number;
  title: string;
  item: Schema;
  ui: UiSchema;
  isNew: boolean;
  mode: Mode;
  onClose(): void;
}

/** One row in a dialog. Cancel and Escape leave the row as it was. */
export function ItemDialog({ pointer, index, title, item, ui, isNew, mode, onClose }: Props): ReactNode {
  const words = useScreenWords();
  const { store: parent, Form } = useForm();
  const idPrefix = useId();
  const form = useRef<HTMLFormElement>(null);
  const [store] = useState(() => {
    const held = parent.valueAt(`${pointer}/${index}`) as Answers | undefined;
    return itemStore(parent, pointer, index, item, ui, held ?? newItem(parent.screen, item));
  });
  const keep = () => {
    const [wrong] = store.checkAll();
    if (wrong) {
      if (form.current) focusField(form.current, wrong.pointer);
      return;
    }
    const rows = (parent.valueAt(pointer) as Answers[] | undefined) ?? [];
    parent.change(pointer, rows.toSpliced(index, 1, store.visible()));
    onClose();
  };
  return (
    <OutsideForm>
      <Modal opened onClose={onClose} title={title} size={640} closeButtonProps={{ 'aria-label': words.cancel }}>
        <form
          ref={(element) => {
            form.current = element;
            // The dialog puts the focus here, not on its close button.
            element?.querySelector('input:not([type=checkbox]), textarea, select')?.setAttribute('data-autofocus', '');
          }}
          className={styles.dialog}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            keep();
          }}
        >
          <Form store={store} mode={mode} idPrefix={idPrefix} />
          <div className={styles.dialogActions}>
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{isNew ? words.add : words.apply}</Button>
          </div>
        </form>
      </Modal>
    </OutsideForm>
  );
}
