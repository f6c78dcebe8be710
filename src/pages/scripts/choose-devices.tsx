import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { mostDevices } from '#api/contract/script.ts';
import { useCall } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import type { TargetDevice } from './script.ts';
import styles from './scripts.module.css';

interface Props {
  onChosen(devices: readonly TargetDevice[]): void;
  onClose(): void;
}

/** The devices, where the script is chosen already: by their name, as the person sees them. */
export function ChooseDevices({ onChosen, onClose }: Props): ReactNode {
  const t = useWords();
  const [chosen, setChosen] = useState<readonly TargetDevice[]>([]);
  const [tried, setTried] = useState(false);
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const found = useCall('searchDevices', { query: { search: searched, limit: 50, sort: 'name' } }, { keep: true });
  const items = (found.data?.items ?? []).map(({ id, name }) => ({ id, name }));
  const known = [...chosen, ...items.filter(({ id }) => !chosen.some((one) => one.id === id))];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('script.runScript')}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (chosen.length > 0) onChosen(chosen);
        }}
      >
        {/* As high as the open list, which would cover the buttons. */}
        <Stack gap="md" mih={300} justify="space-between">
          <MultiSelect
            classNames={{ inputField: styles.searchText }}
            maxDropdownHeight={180}
            label={t('script.devices')}
            withAsterisk
            searchable
            data-autofocus
            placeholder={chosen.length === 0 ? t('script.chooseDevices') : ''}
            nothingFoundMessage={found.isPending ? t('loading') : t('script.noDevice')}
            data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
            // The server has searched: names are not the only thing that it finds devices by.
            filter={({ options }) => options}
            value={chosen.map(({ id }) => String(id))}
            maxValues={mostDevices}
            searchValue={search}
            error={tried && chosen.length === 0 ? t('script.required') : undefined}
            onSearchChange={setSearch}
            onChange={(ids) => setChosen(known.filter(({ id }) => ids.includes(String(id))))}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t('script.next')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
