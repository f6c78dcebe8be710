import { callApi, type CallReply } from '#api/client.ts';
import type { TreeLevel, TreeSource } from '#screens/trees/tree-sources.tsx';

type Body = NonNullable<NonNullable<Parameters<typeof callApi<'browseDirectory'>>[1]>['body']>;
type Level = NonNullable<CallReply<'browseDirectory'>> & { result: unknown };
interface Said {
  code: string;
  message: string;
  root: string;
  ou: readonly { path: string; name: string; hasChildren: boolean }[];
  ouComputers: readonly { name: string }[];
  more: boolean;
}

const FAILED = 'Error loading Active Directory tree';
const ASK_EVERY_MS = 300;
const LONGEST_MS = 45_000;

/** The OUs of the domain controller that the form names, with the number of computers directly in each level (F04-37, F04-51). */
export const readDirectoryTree: TreeSource = async (answers, below, signal) => {
  const { clientId, domainController, directoryCredentialId, allowPlain = false } = answers;
  if ([clientId, domainController, directoryCredentialId].some((id) => typeof id !== 'number'))
    throw new Error('Choose the domain controller and the credential first.');
  const body = { clientId, domainController, directoryCredentialId, allowPlain, ouPath: below } as Body;
  const said = await ended(await callApi('browseDirectory', { body }, { signal }), signal);
  if (said.code !== 'succeeded') throw new Error(said.message || FAILED);
  // The domain itself can be chosen too.
  return below === ''
    ? { things: [{ value: said.root, label: said.root, hasChildren: true }], more: false }
    : levelOf(said);
};

function levelOf({ ou, ouComputers, more }: Said): TreeLevel {
  const count = ouComputers.length;
  return {
    things: ou.map(({ path, name, hasChildren }) => ({ value: path, label: name, hasChildren })),
    more,
    ...(count > 0 && { note: `${count.toLocaleString('en')} ${count === 1 ? 'computer' : 'computers'}` }),
  };
}

/** The result of the run, once it has ended. */
async function ended(begun: Level, signal: AbortSignal): Promise<Said> {
  const giveUpAt = Date.now() + LONGEST_MS;
  let run = begun;
  while (run.state === 'queued' || run.state === 'running') {
    if (Date.now() > giveUpAt) throw new Error(FAILED);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    signal.throwIfAborted();
    run = await callApi('readRun', { params: { id: begun.id } }, { signal });
  }
  if (run.state !== 'done') throw new Error(run.refusal?.message ?? FAILED);
  return run.result as Said;
}
