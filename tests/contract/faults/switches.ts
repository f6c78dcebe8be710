import { sql, type SQL } from 'drizzle-orm';
import type { Plugin } from 'vite';
import { plantFaults } from './plant.ts';

declare global {
  /** Asked wherever a fault is planted: whether it is the one to make now. */
  var cairnFault: ((id: number) => boolean) | undefined;
  /** A condition that holds for every row. */
  var cairnAnything: SQL | undefined;
}

/** Loads the server's sources with every fault behind its switch. */
export function plantedServer(root: string): Plugin {
  const { planted } = plantFaults(root);
  return {
    name: 'planted-server-faults',
    enforce: 'pre',
    transform(_code, id) {
      const text = planted.get(id.split('?')[0] ?? '');
      return text === undefined ? undefined : { code: text, map: null };
    },
  };
}

/** Makes this fault from now on, or none; the switches that are asked meanwhile are added to `reached`. */
export function switchOn(fault: number | undefined, reached?: Set<number>): void {
  globalThis.cairnAnything = sql`true`;
  globalThis.cairnFault = (id) => {
    reached?.add(id);
    return id === fault;
  };
}
