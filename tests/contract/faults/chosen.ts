import { plantFaults, type PlantedFault } from './plant.ts';
import { readResults } from './results.ts';

/** The faults that this run is about: see `tests/bench/server-faults.ts`. */
export function chosenFaults(root: string): PlantedFault[] {
  const places = process.env['CAIRN_BENCH_FAULTS_AT']?.split(',');
  const faults = plantFaults(root).faults.filter(
    ({ place }) => places?.some((wanted) => place === wanted || place.startsWith(wanted)) ?? true,
  );
  const wanted = Number(process.env['CAIRN_BENCH_FAULTS'] ?? faults.length);
  const every = Math.max(1, Math.floor(faults.length / wanted));
  return faults.filter((_fault, index) => index % every === 0);
}

/** Those of them that no earlier run with this results file noticed. */
export function silentFaults(root: string, file: string | undefined): PlantedFault[] {
  const results = readResults(file);
  return chosenFaults(root).filter(({ key }) => results.get(key)?.by === undefined);
}
