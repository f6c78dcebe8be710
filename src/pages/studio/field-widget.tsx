import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import { withWidget } from './document-edits.ts';
import type { DocumentField } from './document-fields.ts';
import { isSourceName } from './document-sources.ts';
import styles from './screen-editor.module.css';

interface Props {
  document: ScreenDocument;
  field: DocumentField;
  onChange: (document: ScreenDocument) => void;
}

/** How the field is shown, and where its choices come from. A widget that the flow needs is named and not offered for change. */
export function FieldWidget({ document, field, onChange }: Props): ReactNode {
  const t = useWords();
  const { shown, offered } = field.widget;
  const { source } = field;
  if (source !== undefined)
    return (
      <p className={styles.quiet}>
        {t('studio.editor.fieldSource', {
          source: isSourceName(source) ? t(`studio.editor.source.${source}`) : t('studio.editor.fieldSourceOther'),
        })}
      </p>
    );
  if (shown === undefined) return null;
  if (offered.length === 0)
    return (
      <p className={styles.quiet}>
        {t('studio.editor.fieldWidgetFixed', { widget: t(`studio.editor.widget.${shown}`) })}
      </p>
    );
  return (
    <Select
      size="sm"
      label={t('studio.editor.fieldWidget')}
      allowDeselect={false}
      data={offered.map((value) => ({ value, label: t(`studio.editor.widget.${value}`) }))}
      value={shown}
      onChange={(widget) => {
        if (widget !== null) onChange(withWidget(document, field, widget));
      }}
    />
  );
}
