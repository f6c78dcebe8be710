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
      'testBackupDestination',
      'Add backup job',
    );
    if (path.input !== 'EDIT') return { ...prepared, place: opens() };
    const {
      id: _id,
      revision: _revision,
      createdAt: _createdAt,
      updatedAt: _updatedAt,
      networkPasswordSet: hasSharePassword,
      passwordSet: hasPassword,
      ...stored
    } = readIn(path, known, 'readBackupJob');
    const { backupJob } = await callByApi(product, cookie, 'POST', '/backupjob', {
      ...stored,
      nodeId,
      ...(hasSharePassword === true && stored['destinationType'] === 'NETWORK_SHARE' && { networkPassword: 'secret' }),
      ...(hasPassword === true && { password: 'secret' }),
    });
    const { id, jobName } = backupJob as { id: number; jobName: string };
    return { ...prepared, subject: String(id), place: opens(jobName) };
  },
});
