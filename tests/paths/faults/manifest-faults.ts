// Faults in what a flow's manifest says; the machine is built of it anew.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCustomFields } from '#engine/document/custom-fields.ts';
import type { FlowManifest } from '#engine/flow/flow.ts';
import { rulesOf, type Sent, type SentCall, type SentField } from '#engine/flow/sends.ts';
import { documentsOf, type LoadedFlow } from '../load.ts';
import { buildFrom, root } from './changed-sources.ts';
import { withFlow, type Fault } from './fault.ts';

interface Planted {
  kind: string;
  change: string;
  make(manifest: FlowManifest): void;
}
type Body = Record<string, Sent | readonly Sent[]>;

export function manifestFaults({ flow: { id } }: LoadedFlow): Fault[] {
  const file = `schemas/${id}/flow.json`;
  const text = readFileSync(join(root, file), 'utf8');
  const manifest = JSON.parse(text) as FlowManifest;
  return [...stepFaults(manifest), ...sendFaults(manifest), ...otherFaults(manifest)].map(
    ({ kind, change, make }): Fault => ({
      area: 'manifest',
      kind,
      change,
      file,
      flows: [id],
      async plant(loaded) {
        const changed = JSON.parse(text) as FlowManifest;
        make(changed);
        // As the build completes it.
        const documents = documentsOf(loaded.screens);
        const faulty = withCustomFields(changed, documents);
        const definition = await buildFrom(id, file, JSON.stringify(changed), documents);
        return withFlow(loaded, { ...faulty, ...definition });
      },
    }),
  );
}

function stepFaults({ stepper = [] }: FlowManifest): Planted[] {
  return stepper.flatMap((step, index): Planted[] => {
    const next = stepper[index + 1];
    return [
      ...(step.when === undefined
        ? []
        : [
            {
              kind: 'drop a condition',
              change: `the step ${step.screen} is always there`,
              make: (copy: FlowManifest) =>
                void (copy.stepper = (copy.stepper ?? []).with(index, { screen: step.screen })),
            },
          ]),
      ...(next === undefined
        ? []
        : [
            {
              kind: 'swap two steps',
              change: `${next.screen} comes before ${step.screen}`,
              make: (copy: FlowManifest) => void (copy.stepper = (copy.stepper ?? []).toSpliced(index, 2, next, step)),
            },
          ]),
      ...(stepper.length < 2
        ? []
        : [
            {
              kind: 'drop a step',
              change: `the step ${step.screen} is missing`,
              make: (copy: FlowManifest) => void (copy.stepper = (copy.stepper ?? []).toSpliced(index, 1)),
            },
          ]),
    ];
  });
}

function sendFaults({ sends = {} }: FlowManifest): Planted[] {
  return Object.entries(sends).flatMap(([call, own]): Planted[] => {
    const bodyOf = (copy: FlowManifest) => sentBy(copy, call).body as Body;
    if (typeof own === 'string' || 'like' in own) return [];
    return [
      ...fieldFaults(call, '', own.body as Body, bodyOf),
      ...Object.entries(own.inferred ?? {}).map(([answer]): Planted => ({
        kind: 'drop what is read',
        change: `${call}: ${answer} is not inferred from the stored entity`,
        make: (copy) => void delete (sentBy(copy, call).inferred as Record<string, unknown>)[answer],
      })),
      ...Object.keys(own.reads ?? {}).map((field): Planted => ({
        kind: 'drop what is read',
        change: `${call}: ${field} is not read from the stored entity`,
        make: (copy) => void delete (sentBy(copy, call).reads as Record<string, unknown>)[field],
      })),
    ];
  });
}

function sentBy({ sends = {} }: FlowManifest, call: string): SentCall {
  return sends[call] as SentCall;
}

function fieldFaults(call: string, of: string, body: Body, bodyOf: (copy: FlowManifest) => Body): Planted[] {
  const fields = Object.keys(body);
  return fields.flatMap((field, at): Planted[] => {
    const sent = body[field] as Sent | readonly Sent[];
    const rules = rulesOf(sent);
    const place = `${of}${field}`;
    const other = fields.find((one, index) => index > at && JSON.stringify(body[one]) !== JSON.stringify(sent));
    const planted: Planted[] = [
      {
        kind: 'drop a sent field',
        change: `${call}: ${place} is not sent`,
        make: (copy) => void delete bodyOf(copy)[field],
      },
    ];
    if (other !== undefined)
      planted.push({
        kind: 'send another answer',
        change: `${call}: ${place} and ${other} are exchanged`,
        make(copy) {
          const held = bodyOf(copy);
          [held[field], held[other]] = [held[other] as Sent, held[field] as Sent];
        },
      });
    for (const [index, rule] of rules.entries()) {
      const changed = (kind: string, words: string, next: SentField): Planted => ({
        kind,
        change: `${call}: ${place}${rules.length > 1 ? ` (rule ${index + 1})` : ''} ${words}`,
        make: (copy) => void (bodyOf(copy)[field] = rules.length > 1 ? rules.with(index, next) : next),
      });
      for (const key of ['as', 'when', 'emptied', 'otherwise', 'values', 'zone'] as const)
        if (rule[key] !== undefined) planted.push(changed(`drop "${key}"`, `has no "${key}"`, without(rule, key)));
      if (rule.rows !== undefined)
        planted.push(
          ...fieldFaults(call, `${place}/*`, rule.rows as Body, (copy) => {
            const held = rulesOf(bodyOf(copy)[field] as Sent)[index] as SentField;
            return held.rows as Body;
          }),
        );
    }
    return planted;
  });
}

function otherFaults({ drafts, ends = {}, needs, namedBy, routes = {} }: FlowManifest): Planted[] {
  const others: Planted[] = [];
  const otherDrafts = drafts === 'none' ? 'server' : 'none';
  others.push({
    kind: 'keep drafts otherwise',
    change: `drafts are kept as "${otherDrafts}" instead of "${drafts}"`,
    make: (copy) => void (copy.drafts = otherDrafts),
  });
  for (const [mode, end] of Object.entries(ends)) {
    others.push({
      kind: 'reword a message',
      change: `the toast of ${mode} is "Done." instead of "${end.message}"`,
      make: (copy) => void (copy.ends = { ...ends, [mode]: { ...end, message: 'Done.' } }),
    });
    if (end.to !== undefined)
      others.push({
        kind: 'drop an end',
        change: `${mode} leads nowhere instead of ${end.to}`,
        make: (copy) => void (copy.ends = { ...ends, [mode]: without(end, 'to') }),
      });
  }
  for (const [screen, pointers] of Object.entries(needs))
    for (const pointer of pointers)
      others.push({
        kind: 'drop a need',
        change: `${screen} no longer owns ${pointer}`,
        make: (copy) => void (copy.needs = { ...needs, [screen]: pointers.filter((one) => one !== pointer) }),
      });
  if (namedBy !== undefined)
    others.push({ kind: 'drop a name', change: 'drafts have no name', make: (copy) => void delete copy.namedBy });
  for (const [kind, route] of Object.entries(routes))
    others.push({
      kind: 'drop a route',
      change: `${kind} has no route (${route})`,
      make: (copy) => void (copy.routes = without(routes, kind as 'add')),
    });
  return others;
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...others } = value;
  return others;
}
