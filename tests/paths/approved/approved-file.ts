import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../load.ts';
import { type Facts } from './facts.ts';

/** The file beside the cases of the flow that a person has approved. */
export function approvedFile(flow: string): string {
  return join(root, 'tests/paths', flow, 'approved.yaml');
}

export function approve(flow: string, behaviour: Facts): void {
  writeFileSync(approvedFile(flow), write(flow, behaviour));
}

/** `undefined` where nobody has approved the flow yet. */
export function readApproved(flow: string): Facts | undefined {
  const file = approvedFile(flow);
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Facts) : undefined;
}

export function write(flow: string, behaviour: Facts): string {
  const head = `# What the flow "${flow}" does, as a person approved it. A run that behaves differently fails.\n# Written by: npm run paths -- --approve --flow ${flow}\n`;
  return head + stringify(behaviour, { lineWidth: 0, aliasDuplicateObjects: false });
}
