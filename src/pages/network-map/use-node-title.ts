import { useWords } from '../../words/words.ts';
import type { MapNode } from './graph.ts';

/** What a node is, in words: "sw-1, Switch, Online, 3 links". */
export function useNodeTitle(): (node: MapNode) => string {
  const t = useWords();
  return ({ label, device, kind, links }) =>
    [
      label,
      device ? t(`nodeClass.${device.nodeClass}`, { defaultValue: device.nodeClass }) : t(`networkMap.kind_${kind}`),
      device && t(`deviceStatus.${device.status.state}`),
      t('networkMap.links', { count: links }),
    ]
      .filter(Boolean)
      .join(', ');
}
