import { defineFlow } from '#engine/flow/flow.ts';
import { stepsOf, userMachine } from './user.machine.ts';

export default defineFlow({
  id: 'user',
  machine: userMachine,
  steps: stepsOf,
  effects: {
    readUser: { errors: [] },
    addUser: { errors: ['EMAIL_ALREADY_IN_USE'] },
    saveUser: { errors: ['EMAIL_ALREADY_IN_USE', 'last_sysadmin', 'conflict'] },
  },
  transient: ['activationLink'],
});
