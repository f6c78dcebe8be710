import { flowCase } from '../flow-case.ts';

export default flowCase({
  notIn: {
    dom: 'A page imports the screen from its server, which a simulated page cannot; tests/browser/scripts.test.ts does',
    browser: 'Each path would run a script on a device; tests/browser/scripts.test.ts runs three by hand',
  },
  inputs: { NEW: { subject: '1', params: { devices: '7,8', deviceNames: 'web-1, web-2' } } },
  states: {
    'editing.inputs': {
      heading: 'Run “Clean up”',
      says: ['Runs “Clean up” on web-1, web-2.'],
      offers: ['Run'],
      clauses: ['C12-19'],
    },
    starting: { heading: 'Starting the script', says: ['web-1, web-2'] },
  },
});
