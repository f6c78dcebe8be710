import { catalogue } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import type { Flow } from '#engine/flow/flow.ts';
import { AS_IS } from './generator/material.ts';
import type { MachineEvent, Move } from './generator/move.ts';
import { differsFromStored } from './laws/stored.ts';
import type { PendingCall } from './rig.ts';

const calls = catalogue as Record<string, Call>;

/** Follows a path in EDIT: as long as nobody has answered anything else, a save must send what was read. */
export class LeftAlone {
  private entity: Readonly<Record<string, unknown>> | undefined;
  private readonly flow: Flow;

  constructor(flow: Flow) {
    this.flow = flow;
  }

  note(move: Move, event: MachineEvent): void {
    if (move.kind === 'done' && move.effect.startsWith('read')) this.entity = event['output'] as typeof this.entity;
    const answers = move.kind === 'submit' || move.kind === 'change';
    if (answers && move.data !== AS_IS) this.entity = undefined;
  }

  wrong(call: PendingCall): string[] {
    const { entity } = this;
    const isBasedOnIt = calls[call.effect]?.revised !== undefined && call.input.revision === entity?.['revision'];
    return entity === undefined || !isBasedOnIt ? [] : differsFromStored(this.flow, call, entity);
  }
}
