// Worker process of `judge-all.ts`: judges the faults whose keys it receives, one at a time. Its argument is an `Asked`.
import { plantedFaults } from './all-faults.ts';
import { keyOf } from './fault.ts';
import { judge, type Asked } from './judge.ts';

const asked = process.argv[2] as Asked;
const faults = new Map((await plantedFaults()).map((fault) => [keyOf(fault), fault]));

process.on('message', (key: string) => {
  const fault = faults.get(key);
  if (fault === undefined) throw new Error(`there is no fault "${key}"`);
  void judge(fault, asked).then((verdict) => process.send?.(verdict));
});
process.send?.('ready');
