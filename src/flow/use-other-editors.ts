import { useCallback, useEffect, useState } from 'react';
import { callApi } from '#api/client.ts';
import { useAnnouncements } from '../live/live-context.ts';
import type { FlowSession } from './flow-session.ts';

const REPEAT_MS = 20_000;

/**
 * The names of other users who have the same entity open, while `open`. Shows this page to them in turn. Flows whose saves
 * name no revision have no conflict screen, and ask nothing.
 */
export function useOtherEditors({ id, subject, flow, screens }: FlowSession, open: boolean): string[] {
  const [names, setNames] = useState<string[]>([]);
  const entity = Number(subject ?? Number.NaN);
  const shared = open && screens['conflict'] !== undefined && Number.isSafeInteger(entity);

  const ask = useCallback(async () => {
    try {
      const others = await callApi('keepEditor', { params: { flow: flow.id, id: entity, instance: id } });
      const found = others.map(({ name }) => name);
      setNames((before) => (before.join('\n') === found.join('\n') ? before : found));
    } catch {
      // A hint alone: the save compares revisions, whoever is shown here.
      setNames([]);
    }
  }, [flow.id, entity, id]);

  useEffect(() => {
    if (!shared) return;
    void ask();
    const timer = setInterval(() => void ask(), REPEAT_MS);
    return () => {
      clearInterval(timer);
      setNames([]);
      callApi('closeEditor', { params: { flow: flow.id, id: entity, instance: id } }).catch(() => undefined);
    };
  }, [shared, ask, flow.id, entity, id]);

  useAnnouncements((topic, ids) => {
    if (
      shared &&
      (topic === 'live' || topic === 'resync' || (topic === 'editor' && ids.includes(`${flow.id}/${entity}`)))
    )
      void ask();
  });
  return names;
}
