import type { AnyMachineSnapshot } from 'xstate';
import { callApi } from '#api/client.ts';
import type { Pointer } from '#engine/document/document.ts';
import { valueAt } from '#engine/document/pointer.ts';
import type { Draft } from '#engine/flow/draft.ts';
import type { FlowContext } from '#engine/flow/flow.ts';
import type { LoadedFlow, OrganizationScreens } from './loaded-flow.ts';

/**
 * The organizations with variants of screens in a flow. `answer` is the one that holds the organization's id; `shown` is the organization
 * whose screens the flow was loaded with, if it has variants.
 */
export function organizationScreens(
  answer: Pointer,
  variants: readonly number[],
  shown: number | undefined,
): OrganizationScreens {
  const idIn = (answers: FlowContext['answers'] | undefined): number | undefined => {
    const id = valueAt(answers, answer);
    return typeof id === 'number' ? id : undefined;
  };
  const variantFor = (id: number): number | undefined => (variants.includes(id) ? id : undefined);

  async function loadedFor(
    loaded: LoadedFlow,
    id: number | undefined,
    load: (id: number | undefined) => Promise<LoadedFlow>,
  ): Promise<LoadedFlow> {
    // Where none is known the flow keeps the screens that it has.
    if (id === undefined || variantFor(id) === shown) return loaded;
    return load(variantFor(id));
  }

  return {
    async ofWish(loaded, { flowId, answers, subject, copyOf }, load) {
      return loadedFor(loaded, idIn(answers && { ...answers }) ?? (await ofRecord(flowId, subject ?? copyOf)), load);
    },
    ofDraft(loaded, snapshot, load) {
      // What is no draft is found when it is resumed.
      const { context } = (snapshot ?? {}) as Partial<Draft>;
      return loadedFor(loaded, idIn(context?.answers), load);
    },
    follow(session, load) {
      let [taken, wanted] = [shown, shown];
      const follow = (snapshot: AnyMachineSnapshot): void => {
        if (snapshot.status !== 'active') return;
        const id = idIn((snapshot.context as FlowContext).answers);
        // A record that is still being read has the screens of its organization already.
        if (id === undefined) return;
        wanted = variantFor(id);
        if (wanted !== taken) void take(wanted);
      };
      const take = async (id: number | undefined): Promise<void> => {
        taken = id;
        // Without them the flow goes on with those that it has: the server judges what is sent.
        const found = await load(id).catch(() => undefined);
        // Another one was chosen meanwhile.
        if (id === wanted && found !== undefined) session.takeScreens(found.screens);
      };
      session.actor.subscribe({ next: follow, error: () => undefined });
      follow(session.actor.getSnapshot() as AnyMachineSnapshot);
    },
  };
}

/** The organization of the record that is edited or copied; one that cannot be read is the machine's to tell. */
async function ofRecord(flow: string, record: string | undefined): Promise<number | undefined> {
  const id = Number(record);
  if (!Number.isInteger(id)) return undefined;
  const found = await callApi('readScreenOrganization', { params: { flow, id } }).catch(() => undefined);
  return found?.organizationId;
}
