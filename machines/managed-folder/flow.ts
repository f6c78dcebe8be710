import { testedEntityFlow } from '#machines/shared/tested-entity.ts';
import manifest from '#schemas/managed-folder/flow.json';

/** A folder that the image manager of a computer looks after (F07-01); its agent tests the folder before the verification is asked. */
export default testedEntityFlow({
  id: 'managed-folder',
  manifest,
  calls: { read: 'readManagedFolder', add: 'addManagedFolder', save: 'saveManagedFolder' },
  test: 'testManagedFolder',
  storedAs: 'folderId',
  saved: 'managedFolder',
  words: { name: '/basic/folderPath' },
});
