// From process start to a 200 at /readyz of the built product: on an empty data directory, then on the same one again.
import { startProduct } from '../product/product.ts';
import { percentile, rounded, type Bench } from './bench.ts';

const rounds = 3;

export const bench: Bench = {
  names: ['start.first', 'start.again'],
  async run() {
    const first: number[] = [];
    const again: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      const product = await startProduct();
      first.push(performance.now() - begun);
      await product.end();
      again.push(await product.start());
      await product.dispose();
    }
    const firstSeconds = rounded(percentile(first, 0.5) / 1000);
    const againSeconds = rounded(percentile(again, 0.5) / 1000);
    return [
      { name: 'start.first', value: firstSeconds, unit: 's', goal: '<= 5 s', holds: firstSeconds <= 5 },
      { name: 'start.again', value: againSeconds, unit: 's', goal: '<= 2 s', holds: againSeconds <= 2 },
    ];
  },
};
