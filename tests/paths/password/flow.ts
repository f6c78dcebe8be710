import { flowCase } from '../flow-case.ts';

export default flowCase({
  notIn: { browser: 'Each path would use up an account or a link of its own; tests/browser opens its screens by hand' },
  refusedAt: { incorrect_password: '/currentPassword', password_too_weak: '/newPassword' },
  states: {
    'editing.change': {
      heading: 'Change password',
      says: ['Your other sessions end at once.'],
      offers: ['Change password'],
    },
    changing: { heading: 'Change password' },
  },
});
