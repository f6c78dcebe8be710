// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { callApi } from '#api/client.ts';
import { readDirectoryTree } from './directory-tree.ts';

vi.mock('#api/client.ts', () => ({ callApi: vi.fn<() => void>() }));
const called = vi.mocked(callApi) as unknown as { mockImplementation(work: (name: string) => unknown): void };

afterEach(() => vi.clearAllMocks());

const answers = { clientId: 1, domainController: 2, directoryCredentialId: 3 };
const { signal } = new AbortController();
const level = {
  code: 'succeeded',
  message: '',
  root: 'DC=corp,DC=test',
  ou: [{ path: 'OU=Sales,DC=corp,DC=test', name: 'Sales', hasChildren: true }],
  ouComputers: [{ name: 'DC1' }],
  more: false,
};
/** A run that is done at the second reading. */
function serve(result: unknown, state = 'done', refusal: unknown = null): void {
  let readings = 0;
  called.mockImplementation(async (name) => {
    if (name === 'browseDirectory') return { id: 'r', state: 'queued' };
    readings += 1;
    return readings < 2 ? { id: 'r', state: 'running' } : { id: 'r', state, result, refusal };
  });
}

it('follows the run of a level to its end, and tells how many computers stand in it (F04-37)', async () => {
  serve(level);
  expect(await readDirectoryTree(answers, 'DC=corp,DC=test', signal)).toEqual({
    things: [{ value: 'OU=Sales,DC=corp,DC=test', label: 'Sales', hasChildren: true }],
    more: false,
    note: '1 computer',
  });
  expect(vi.mocked(callApi).mock.calls[0]?.[1]).toMatchObject({
    body: { ...answers, allowPlain: false, ouPath: 'DC=corp,DC=test' },
  });
});

it('begins with the domain itself', async () => {
  serve(level);
  expect((await readDirectoryTree(answers, '', signal)).things).toEqual([
    { value: 'DC=corp,DC=test', label: 'DC=corp,DC=test', hasChildren: true },
  ]);
});

it('says what the directory, the run or the form lacks (F04-51)', async () => {
  serve({ ...level, code: 'failed', message: 'Error loading Active Directory tree. Busy' });
  await expect(readDirectoryTree(answers, '', signal)).rejects.toThrow('Error loading Active Directory tree. Busy');
  serve(null, 'refused', { code: 'command_failed', message: 'A credential of the command was removed.' });
  await expect(readDirectoryTree(answers, '', signal)).rejects.toThrow('A credential of the command was removed.');
  serve(null, 'interrupted');
  await expect(readDirectoryTree(answers, '', signal)).rejects.toThrow('Error loading Active Directory tree');
  await expect(readDirectoryTree({ clientId: 1 }, '', signal)).rejects.toThrow(
    'Choose the domain controller and the credential first.',
  );
});

it('stops when the tree is closed', async () => {
  const leaving = new AbortController();
  called.mockImplementation(async () => ({ id: 'r', state: 'running' }));
  const reading = readDirectoryTree(answers, '', leaving.signal);
  leaving.abort(new Error('closed'));
  await expect(reading).rejects.toThrow('closed');
});
