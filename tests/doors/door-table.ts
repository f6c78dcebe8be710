// Who may make which call: runs the catalogue through the server's own gate and compares it with a reviewed file (expected.tsv).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import type { Actor, UserActor } from '#server/access/actor.ts';
import { requirePermission } from '#server/http/gate.ts';
import { Refused } from '#server/refused.ts';

const now = new Date('2026-06-01T12:00:00Z');
const sysadmin: UserActor = { kind: 'user', userId: 1, email: '', name: '', sysadmin: true, grants: [] };
const nobody: Actor = { kind: 'anonymous' };

/** A device's key opens only the device's own socket; to the gate it is anonymous. */
const actors: Record<string, Actor> = {
  session: { ...sysadmin, sessionId: 1, passwordProvenAt: null },
  'stepped-up session': { ...sysadmin, sessionId: 1, passwordProvenAt: now },
  'key read': { ...sysadmin, apiKey: { id: 1, scope: 'read' } },
  'key write': { ...sysadmin, apiKey: { id: 1, scope: 'write' } },
  device: nobody,
  nobody,
};

function outcome(call: Call, actor: Actor): string {
  try {
    requirePermission(call, actor, now);
    return 'allowed';
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

export const head = ['call', ...Object.keys(actors)];

/** One line per call, sorted by name: the gate's result for each actor; users are system administrators. */
export function doorTable(): string[][] {
  return calls
    .map(([name, call]) => [name as string, ...Object.values(actors).map((actor) => outcome(call, actor))])
    .toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1));
}

export const expectedFile = join(import.meta.dirname, 'expected.tsv');

export function expectedTable(): string[][] {
  const [, ...lines] = readFileSync(expectedFile, 'utf8').trim().split('\n');
  return lines.map((line) => line.split('\t'));
}

/** The lines that are in only one of the two. */
export function differences(): string[] {
  const [now, then] = [doorTable(), expectedTable()].map((table) => table.map((line) => line.join('\t')));
  return [
    ...(now ?? []).filter((line) => !then?.includes(line)).map((line) => `+ ${line}`),
    ...(then ?? []).filter((line) => !now?.includes(line)).map((line) => `- ${line}`),
  ];
}
