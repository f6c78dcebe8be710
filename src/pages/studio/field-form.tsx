import { ActionIcon, Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import { FieldCondition } from './field-condition.tsx';
import { FieldPlaces } from './field-places.tsx';
import { FieldWidget } from './field-widget.tsx';
import { withBound, withHelp, withRequired, withTitle } from './document-edits.ts';
import { boundsOf, isPlainText, type DocumentField, type FieldAt } from './document-fields.ts';
import {
  refusalsOf,
  withDefault,
  withMessage,
  withNewOption,
  withoutOption,
  withOptionTitle,
  withPlaceholder,
} from './document-words.ts';
import styles from './screen-editor.module.css';

interface Props {
  document: ScreenDocument;
  field: DocumentField;
  /** `field` where the change moves its declaration. */
  onChange: (document: ScreenDocument, field?: FieldAt) => void;
}

/** What a person may change of one field. `read`: the document to read conditions from. */
export function FieldForm({ document, read, field, onChange }: Props & { read: ScreenDocument }): ReactNode {
  const t = useWords();
  return (
    <div className={styles.fieldForm}>
      <TextInput
        size="sm"
        label={t('studio.editor.fieldTitle')}
        value={field.title}
        onChange={(event) => onChange(withTitle(document, field, event.currentTarget.value))}
      />
      <TextInput
        size="sm"
        label={t('studio.editor.fieldHelp')}
        value={field.help}
        onChange={(event) => onChange(withHelp(document, field, event.currentTarget.value))}
      />
      {isPlainText(field) || field.kind === 'number' || field.placeholder !== '' ? (
        <TextInput
          size="sm"
          label={t('studio.editor.fieldPlaceholder')}
          value={field.placeholder}
          onChange={(event) => onChange(withPlaceholder(document, field, event.currentTarget.value))}
        />
      ) : null}
      <Default document={document} field={field} onChange={onChange} />
      <Switch
        size="sm"
        label={t('studio.editor.fieldRequired')}
        checked={field.required}
        onChange={(event) => onChange(withRequired(document, field, event.currentTarget.checked))}
      />
      <FieldCondition document={document} read={read} field={field} onChange={onChange} />
      <FieldWidget document={document} field={field} onChange={onChange} />
      <FieldPlaces document={document} field={field} onChange={onChange} />
      {boundsOf[field.kind].length === 0 ? null : (
        <div className={styles.bounds}>
          {boundsOf[field.kind].map((bound) => (
            <BoundInput
              key={bound}
              label={t(`studio.editor.boundLabel.${bound}`)}
              value={field.bounds[bound]}
              onCommit={(value) => onChange(withBound(document, field, bound, value))}
            />
          ))}
        </div>
      )}
      {field.options.length === 0 ? null : <Choices document={document} field={field} onChange={onChange} />}
      <Messages document={document} field={field} onChange={onChange} />
    </div>
  );
}

/** A bound takes effect when the user leaves its input: half of a number is another bound. */
function BoundInput({
  label,
  value,
  onCommit,
}: {
  label: string;
  value: number | undefined;
  onCommit: (value: number | undefined) => void;
}): ReactNode {
  const [typing, setTyping] = useState<{ of: number | undefined; text: number | string }>();
  const text = typing !== undefined && typing.of === value ? typing.text : (value ?? '');
  const commit = (): void => {
    const next = typeof text === 'number' ? text : undefined;
    if (next !== value) onCommit(next);
  };
  return (
    <NumberInput
      size="sm"
      label={label}
      value={text}
      allowDecimal={false}
      onChange={(next) => setTyping({ of: value, text: next })}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}

/** What the field begins with, in the way in which the field is answered. */
function Default({ document, field, onChange }: Props): ReactNode {
  const t = useWords();
  const { kind, begins } = field;
  const label = t('studio.editor.fieldDefault');
  const become = (value: string | number | boolean | undefined): void =>
    onChange(withDefault(document, field, value === '' ? undefined : value));
  if (isPlainText(field))
    return (
      <TextInput
        size="sm"
        label={label}
        value={String(begins ?? '')}
        onChange={(event) => become(event.currentTarget.value)}
      />
    );
  if (kind === 'number')
    return <NumberInput size="sm" label={label} value={typeof begins === 'number' ? begins : ''} onChange={become} />;
  const offered =
    kind === 'yesNo'
      ? ([true, false] as const).map((value) => ({ value, title: t(value ? 'studio.editor.on' : 'studio.editor.off') }))
      : field.options;
  if (offered.length === 0 || kind === 'choices') return null;
  return (
    <Select
      size="sm"
      label={label}
      clearable
      placeholder={t('studio.editor.noDefault')}
      data={offered.map(({ value, title }) => ({ value: JSON.stringify(value), label: title }))}
      value={begins === undefined ? null : JSON.stringify(begins)}
      onChange={(value) => become(value === null ? undefined : (JSON.parse(value) as string))}
    />
  );
}

function Choices({ document, field, onChange }: Props): ReactNode {
  const t = useWords();
  const id = useId();
  const [title, setTitle] = useState('');
  const { options } = field;
  const isNew = title.trim() !== '' && !options.some(({ value }) => value === title.trim());
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!isNew) return;
    onChange(withNewOption(document, field, title.trim()));
    setTitle('');
  };
  return (
    <div role="group" aria-labelledby={id} className={styles.part}>
      <span id={id} className={styles.label}>
        {t('studio.editor.choices')}
      </span>
      {options.map((option) => (
        <div key={JSON.stringify(option.value)} className={styles.choice}>
          <TextInput
            size="sm"
            aria-label={t('studio.editor.choice', { value: String(option.value) })}
            value={option.title}
            onChange={(event) => onChange(withOptionTitle(document, field, option.value, event.currentTarget.value))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={options.length === 1}
            aria-label={t('studio.editor.removeChoice', { title: option.title })}
            onClick={() => onChange(withoutOption(document, field, option.value))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {options.every(({ value }) => typeof value === 'string') ? (
        <form className={styles.choice} onSubmit={add}>
          <TextInput
            size="sm"
            aria-label={t('studio.editor.newChoice')}
            placeholder={t('studio.editor.newChoice')}
            maxLength={60}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" variant="default" disabled={!isNew} leftSection={<IconPlus size={16} />}>
            {t('studio.editor.addChoice')}
          </Button>
        </form>
      ) : null}
    </div>
  );
}

/** The words of each refusal that the field has. */
function Messages({ document, field, onChange }: Props): ReactNode {
  const t = useWords();
  const id = useId();
  const offered = refusalsOf(document, field);
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className={styles.part}>
      <span id={id} className={styles.label}>
        {t('studio.editor.messages')}
      </span>
      <p className={styles.quiet}>{t('studio.editor.messagesText')}</p>
      <div className={styles.messages}>
        {offered.map((refusal) => (
          <TextInput
            key={refusal}
            size="sm"
            label={t(`studio.editor.messageFor.${refusal}`)}
            value={field.messages[refusal] ?? ''}
            onChange={(event) => onChange(withMessage(document, field, refusal, event.currentTarget.value))}
          />
        ))}
      </div>
    </div>
  );
}
