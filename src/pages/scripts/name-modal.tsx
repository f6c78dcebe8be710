import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../words/words.ts';

interface Props {
  title: string;
  act: string;
  begin: string;
  busy: boolean;
  /** What the server said of the name. */
  refused: string | undefined;
  onSave(name: string): void;
  onClose(): void;
}

const LONGEST = 100;

/** Asks for a name (C12-17, C12-18, C12-36, C12-37). */
export function NameModal({ title, act, begin, busy, refused, onSave, onClose }: Props): ReactNode {
  const t = useWords();
  const [name, setName] = useState(begin);
  const [missing, setMissing] = useState(false);
  const save = (): void => {
    const wanted = name.trim();
    setMissing(wanted === '');
    if (wanted !== '') onSave(wanted);
  };
  return (
    <Modal opened onClose={onClose} title={title} size={480} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('script.name')}
            withAsterisk
            data-autofocus
            maxLength={LONGEST}
            value={name}
            error={missing ? t('script.required') : refused}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
