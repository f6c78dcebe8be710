import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { callApi } from '#api/client.ts';
import { isCallFailed } from '#api/call-failed.ts';
import { useRefresh } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import { changeDevices } from './change-devices.ts';

export interface Place {
  clientId: number;
  locationId: number;
}

/** Refused devices that are listed by name; the others are counted. */
const mostNamed = 50;

export interface RefusedDevices {
  named: { id: number; name: string; reason: string }[];
  others: number;
}

export interface ChangingDevices {
  progress: { done: number; all: number } | undefined;
  /** The devices of the latest change that stayed as they are; undefined for none. */
  refused: RefusedDevices | undefined;
  forget: () => void;
  run(to: Place, ids: readonly number[]): Promise<void>;
  /** Ends it where it is; what is done stays done. */
  stop(): void;
}

async function nameOf(id: number): Promise<string> {
  try {
    return (await callApi('readDevice', { params: { id } })).name;
  } catch (error) {
    if (!isCallFailed(error)) throw error;
    return '';
  }
}

/** Moves devices, shows how far it is, and tells which devices the server refused and why. */
export function useChangingDevices(): ChangingDevices {
  const t = useWords();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<ChangingDevices['progress']>();
  const [refused, setRefused] = useState<RefusedDevices>();
  const stopped = useRef(false);
  const close = { closeButtonProps: { 'aria-label': t('close') } };

  async function run(to: Place, ids: readonly number[]): Promise<void> {
    stopped.current = false;
    setRefused(undefined);
    const show = (done: number) => setProgress({ done, all: ids.length });
    show(0);
    try {
      const outcome = await changeDevices(ids, (id) => callApi('saveNode', { params: { id }, body: to }), {
        onProgress: show,
        stopped: () => stopped.current,
      });
      const count = outcome.changed.length;
      if (count > 0)
        notifications.show({ message: t('deviceSelection.doneMOVE', { count }), color: 'green', ...close });
      if (outcome.failure)
        notifications.show({
          title: t('deviceSelection.failedMOVE'),
          message: outcome.failure.message,
          color: 'red',
          autoClose: 8000,
          ...close,
        });
      if (outcome.refused.length > 0)
        setRefused({
          named: await Promise.all(
            outcome.refused.slice(0, mostNamed).map(async (each) => ({ ...each, name: await nameOf(each.id) })),
          ),
          others: Math.max(0, outcome.refused.length - mostNamed),
        });
    } finally {
      setProgress(undefined);
      refresh('searchDevices', 'systemOverview');
    }
  }

  return {
    progress,
    refused,
    forget: () => setRefused(undefined),
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}
