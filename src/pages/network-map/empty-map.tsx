import { Button } from '@mantine/core';
import { IconNetwork, IconTopologyStar3 } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { topologyEverySeconds } from '#api/contract/network-map-names.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Message } from '../../parts/message.tsx';
import { useMay } from '../../session/session.ts';
import { AddNetwork } from '../../shell/add-network.tsx';
import { useWords } from '../../words/words.ts';
import type { NetworkMap } from './graph.ts';

/** What is missing for a map: a device that answers SNMP, its first reading, or neighbours in it. */
export function EmptyMap({ map: { asked, answered } }: { map: NetworkMap }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const state = asked === 0 ? 'none' : answered === 0 ? 'waiting' : 'nothing';
  return (
    <>
      <Message
        tall
        icon={<IconTopologyStar3 size={28} stroke={1.5} />}
        title={t(`networkMap.empty_${state}`)}
        text={t(`networkMap.empty_${state}_text`, {
          count: state === 'waiting' ? asked : answered,
          every: format.duration(topologyEverySeconds),
        })}
        actions={
          asked === 0 && may('NODE:Create') ? (
            <Button leftSection={<IconNetwork size={16} />} onClick={() => setAdding(true)}>
              {t('add.network')}
            </Button>
          ) : null
        }
      />
      <AddNetwork flow={adding ? 'network-discovery' : undefined} onClose={() => setAdding(false)} />
    </>
  );
}
