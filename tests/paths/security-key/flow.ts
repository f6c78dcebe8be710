import { flowCase } from '../flow-case.ts';

export default flowCase({
  notIn: { browser: 'Each path would need an authenticator of its own; tests/browser adds a key by hand' },
  replies: {
    addSecurityKey: {
      '': { resultCode: 'SUCCESS', recoveryCodes: ['2345-abcd-6789-efgh'] },
      'without recovery codes': { resultCode: 'SUCCESS', recoveryCodes: [] },
    },
  },
  states: {
    'editing.name': {
      heading: 'Add a security key',
      says: ['touch the key, or use the fingerprint or PIN of this device'],
      offers: ['Add security key'],
    },
    adding: { heading: 'Add a security key' },
    added: {
      heading: 'Keep your recovery codes',
      says: ['They are shown only now'],
      offers: ['I have kept them'],
    },
  },
});
