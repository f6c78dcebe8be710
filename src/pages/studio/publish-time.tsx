import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { momentOf } from '#engine/vocabulary/instant.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useWords } from '../../words/words.ts';

interface Props {
  /** Undefined for now; else date and time in the viewer's zone, as the field has it. */
  value: string | undefined;
  error: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Publish now, or at a date and time. */
export function PublishTime({ value, error, onChange }: Props): ReactNode {
  const t = useWords();
  const { zone } = useFormat();
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('studio.editor.when')}
        data={[
          { value: 'now', label: t('studio.editor.whenNow') },
          { value: 'later', label: t('studio.editor.whenLater') },
        ]}
        value={value === undefined ? 'now' : 'later'}
        onChange={(chosen) => onChange(chosen === 'now' ? undefined : '')}
      />
      {value === undefined ? null : (
        <TextInput
          type="datetime-local"
          label={t('studio.editor.publishAt')}
          description={t('studio.editor.publishAtHelp', { zone: zone.replaceAll('_', ' ') })}
          required
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Stack>
  );
}

/** The instant of a date and time of the field; undefined while it is incomplete. */
export function instantOf(local: string, zone: string): string | undefined {
  const moment = momentOf(local, zone);
  return moment?.kind === 'instant' ? new Date(moment.milliseconds).toISOString() : undefined;
}
