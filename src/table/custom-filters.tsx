import { Badge, Button, NumberInput, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { ListedField } from '#engine/flow/listed-field.ts';
import { useWords } from '../words/words.ts';
import { readCustomFilter, writeCustomFilter } from './custom-filter.ts';

interface Props {
  fields: readonly ListedField[];
  /** What the list is narrowed to, as `CustomFilter` has it. */
  custom: string | undefined;
  onChange: (custom: string | undefined) => void;
}

/** Narrows a list by custom fields; nothing where no screen asks one that it can be narrowed by. */
export function CustomFilters({ fields, custom, onChange }: Props): ReactNode {
  const t = useWords();
  const narrowing = fields.filter(({ kind }) => kind !== 'reference');
  const values = readCustomFilter(custom);
  if (narrowing.length === 0) return null;
  return (
    <Popover position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} />}
          rightSection={
            values.size > 0 ? (
              <Badge size="sm" circle>
                {values.size}
              </Badge>
            ) : undefined
          }
        >
          {t('customFields.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Stack gap={12} w={260}>
          {narrowing.map((field) => (
            <CustomFilter
              key={field.name}
              field={field}
              value={values.get(field.name) ?? ''}
              onChange={(value) => onChange(writeCustomFilter(new Map([...values, [field.name, value]])))}
            />
          ))}
          {values.size > 0 ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onChange(undefined)}>
              {t('customFields.clear')}
            </Button>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FilterProps {
  field: ListedField;
  value: string;
  onChange: (value: string) => void;
}

function CustomFilter(props: FilterProps): ReactNode {
  const t = useWords();
  const { field, value, onChange } = props;
  if (field.kind === 'text' || field.kind === 'number') return <TypedFilter {...props} />;
  const choices =
    field.kind === 'flag'
      ? ['true', 'false'].map((one) => ({ value: one, label: t(`customFields.flag.${one}`) }))
      : field.choices.map(({ value: one, title }) => ({ value: String(one), label: title }));
  return (
    <Select
      label={field.title}
      placeholder={t('customFields.any')}
      data={choices}
      value={value === '' ? null : value}
      searchable={choices.length > 8}
      clearable
      clearButtonProps={{ 'aria-label': t('customFields.anyOf', { title: field.title }) }}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={t('table.noMatch')}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** What is typed narrows the list after a pause. */
function TypedFilter({ field, value, onChange }: FilterProps): ReactNode {
  const t = useWords();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // Cleared or changed elsewhere, and not by a pause in typing.
  if (seen !== value) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  const shown = { label: field.title, placeholder: t('customFields.any') };
  if (field.kind === 'number')
    return <NumberInput {...shown} hideControls value={typed} onChange={(next) => setTyped(String(next))} />;
  return (
    <TextInput {...shown} maxLength={254} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
  );
}
