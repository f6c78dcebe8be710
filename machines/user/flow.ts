import { choicesIn } from '#engine/flow/added-rows.ts';
import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/user/flow.json';
import permissions from '#schemas/user/permissions.json';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    activationLink: string;
  }
}

export default entityFlow({
  id: 'user',
  manifest: { ...manifest, choices: choicesIn({ permissions }) },
  calls: { read: 'readUser', add: 'addUser', save: 'saveUser' },
  errors: { addUser: ['EMAIL_ALREADY_IN_USE'], saveUser: ['EMAIL_ALREADY_IN_USE', 'last_sysadmin'] },
  refusedField: { EMAIL_ALREADY_IN_USE: '/email', last_sysadmin: '/sysadmin' },
  saved: 'appuser',
  shownOnce: ['activationLink'],
  words: { name: ['/person/firstName', '/person/lastName'], email: '/person/email' },
  // A copy takes over the rights, never who it is (C16-03).
  copied: ({ person: { sysadmin, alertEmail, userInactivityTimeout } = {}, permissions: rights = {} }) => ({
    person: { sysadmin, alertEmail, userInactivityTimeout, enabled: true },
    permissions: rights,
  }),
});
