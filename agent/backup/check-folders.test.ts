import { describe, expect, it } from 'vitest';
import type { ManagedFoldersState } from '#api/contract/agent-methods/managed-folder.ts';
import { folderBody } from '#tests/contract/folder-body.ts';
import { checkManagedFolders } from './check-folders.ts';

function stateOf(...paths: string[]): ManagedFoldersState {
  return {
    folders: paths.map((path) => {
      const { nodeId: _, ...folder } = folderBody(1, path);
      return folder as ManagedFoldersState['folders'][number];
    }),
  };
}

describe('the managed folders that a computer is told', () => {
  it('are all there, or the agent names those that are not', () => {
    const isFolder = (path: string) => path === 'D:\\Images';
    expect(checkManagedFolders(stateOf('D:\\Images'), isFolder)).toBeUndefined();
    expect(checkManagedFolders(stateOf('D:\\Images', 'E:\\Images'), isFolder)).toBe(
      'The managed folder E:\\Images does not exist on this computer.',
    );
    expect(checkManagedFolders(stateOf('D:\\a', 'D:\\b'), isFolder)).toBe(
      'The managed folders D:\\a, D:\\b do not exist on this computer.',
    );
  });

  it('are not looked for on a share, where only the image manager signs in', () => {
    expect(checkManagedFolders(stateOf('\\\\nas\\images'), () => false)).toBeUndefined();
  });

  it.runIf(process.platform !== 'win32')('are none with a drive letter on a Unix computer, and no files', () => {
    expect(checkManagedFolders(stateOf('/tmp'))).toBeUndefined();
    expect(checkManagedFolders(stateOf('D:\\Images'))).toContain('D:\\Images');
    expect(checkManagedFolders(stateOf('/etc/hosts'))).toContain('/etc/hosts');
  });
});
