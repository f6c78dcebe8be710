import { Button } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { shortHash } from '#engine/flow/short-hash.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

interface Props {
  ids: readonly number[];
  /** The one that is meant, where no selection is, with the zone of its organization. */
  one?: { name: string; zone: string };
  disabled?: boolean;
  size?: 'xs';
  /** It was scheduled. */
  onDone?: () => void;
}

/** The longest subject that a draft has, in characters. */
const longestSubject = 100;

/** Schedules a reboot of devices by a flow (F13-01). */
export function ScheduleReboot({ ids, one, disabled = false, size, onDone }: Props): ReactNode {
  const t = useWords();
  const may = useMay();
  const [asking, setAsking] = useState(false);
  if (!may('NODE:Update')) return null;
  return (
    <>
      <Button
        variant="default"
        {...(size && { size })}
        leftSection={<IconReload size={size === 'xs' ? 14 : 16} aria-hidden />}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {t('reboot.schedule')}
      </Button>
      {asking ? (
        <RebootFlow
          ids={ids}
          one={one}
          onEnded={(done) => {
            setAsking(false);
            if (done) onDone?.();
          }}
        />
      ) : null}
    </>
  );
}

function RebootFlow({
  ids,
  one,
  onEnded,
}: {
  ids: readonly number[];
  one: Props['one'];
  onEnded: (done: boolean) => void;
}): ReactNode {
  const format = useFormat();
  const refresh = useRefresh();
  // As it was when it was opened: live messages must not begin it anew.
  const [wish] = useState(() => ({
    given: { zone: format.zone, deviceIds: [...ids], ...(one && { deviceName: one.name, deviceZone: one.zone }) },
    subject: subjectOf(ids),
  }));
  return (
    <FlowHost
      flowId="reboot"
      mode="NEW"
      {...wish}
      onEnded={({ outcome }) => {
        const done = outcome === 'finished';
        if (done) refresh('listDeviceReboots');
        onEnded(done);
      }}
    />
  );
}

/** What a draft of it is about: offered again to whoever means the same devices. */
function subjectOf(ids: readonly number[]): string {
  const all = ids.toSorted((a, b) => a - b).join();
  return all.length <= longestSubject ? all : `${ids.length} devices, ${shortHash(all)}`;
}
