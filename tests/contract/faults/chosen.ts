import { plantFaults, type PlantedFault } from './plant.ts';

/** Every fault, or about `CAIRN_BENCH_FAULTS` of them, evenly from all folders: CI tries some at each commit. */
export function chosenFaults(root: string): PlantedFault[] {
  const { faults } = plantFaults(root);
  const wanted = Number(process.env['CAIRN_BENCH_FAULTS'] ?? faults.length);
  const every = Math.max(1, Math.floor(faults.length / wanted));
  return faults.filter((_fault, index) => index % every === 0);
}
