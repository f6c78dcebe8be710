// Worker process of `judge-all.ts`: judges the faults whose keys it receives, one at a time.
import { plantedFaults } from './all-faults.ts';
import { keyOf } from './fault.ts';
import { judge } from './judge.ts';

const faults = new Map((await plantedFaults()).map((fault) => [keyOf(fault), fault]));

process.on('message', (key: string) => {
  const fault = faults.get(key);
  if (fault === undefined) throw new Error(`there is no fault "${key}"`);
  void judge(fault).then((verdict) => process.send?.(verdict));
});
process.send?.('ready');
