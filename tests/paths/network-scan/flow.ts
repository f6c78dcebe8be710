import { flowCase } from '../flow-case.ts';

export default flowCase({
  notIn: {
    browser: 'Nothing in this tier runs an agent yet; tests/browser/network-scan.test.ts saves a scan with a real one',
  },
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the network scan' },
    loadFailed: { heading: 'The network scan could not be read', offers: ['Try again', 'Close'] },
    'editing.details': {
      heading: 'Network scan',
      says: ['later runs report those that are new'],
      offers: ['Save'],
    },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this network scan', offers: ['Back'] },
  },
});
