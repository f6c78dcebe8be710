import {
  mostGuestBytes,
  mostGuests,
  type HostAnswer,
  type HostQuestion,
  type VmGuest,
} from '#api/contract/agent-methods/vm-host.ts';
import { readEsxi } from './esxi.ts';
import { HostFailed } from './host-failed.ts';
import { readHyperV, type Shell } from './hyper-v.ts';

/** Reads the host and its guests; a failure is an answer, too. */
export async function answerQuestion(question: HostQuestion, shell?: Shell): Promise<HostAnswer> {
  try {
    const { host, guests } = question.type === 'ESXI' ? await readEsxi(question) : await readHyperV(shell);
    return { code: 'succeeded', message: '', certificate: null, host, guests: fitting(guests) };
  } catch (error) {
    const failure =
      error instanceof HostFailed
        ? error
        : new HostFailed('vm_host_test_error', error instanceof Error ? error.message : String(error));
    const { code, message, certificate } = failure;
    return { code, message: message.slice(0, 500), certificate, host: null, guests: [] };
  }
}

/** By name, as many as one message holds. */
function fitting(guests: readonly VmGuest[]): VmGuest[] {
  const sorted = guests.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, mostGuests);
  let bytes = 0;
  return sorted.filter((guest) => (bytes += Buffer.byteLength(JSON.stringify(guest)) + 1) <= mostGuestBytes);
}
