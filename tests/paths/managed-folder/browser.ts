import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { readIn } from '../browser/read-in.ts';
import { testingAgent } from '../browser/testing-agent.ts';
import known from './flow.ts';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const { nodeId, prepared, opens } = await testingAgent(
      { product, cookie },
      'testManagedFolder',
      'Add managed folder',
    );
    if (path.input !== 'EDIT') return { ...prepared, place: opens() };
    const {
      id: _id,
      revision: _revision,
      createdAt: _createdAt,
      updatedAt: _updatedAt,
      folderCredentialsPasswordSet: hasFolderPassword,
      imagePasswordSet: hasImagePassword,
      ...stored
    } = readIn(path, known, 'readManagedFolder');
    const { managedFolder } = await callByApi(product, cookie, 'POST', '/managedfolder', {
      ...stored,
      nodeId,
      ...(hasFolderPassword === true && { folderCredentialsPassword: 'folder secret' }),
      ...(hasImagePassword === true && { imagePassword: 'image secret' }),
    });
    const { id, folderPath } = managedFolder as { id: number; folderPath: string };
    return { ...prepared, subject: String(id), place: opens(folderPath) };
  },
});
