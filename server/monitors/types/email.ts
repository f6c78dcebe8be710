import { email as check } from '../checks/email.ts';
import { failed, within } from '../conditions/comparisons.ts';
import type { ServerType } from './server-type.ts';

/** F08-63 … F08-67. */
export const email = {
  check,
  nodeType: 'CLOUD_MONITOR_TARGET_EMAIL_SERVER',
  conditions: {
    EmailSSL: {
      parameters: ['days'],
      incident: null,
      looksAt: 'the mail servers’ certificates',
      fact: () => 'certificateDays',
      fails: ({ facts }, { days }) => within(facts?.['certificateDays'], days),
    },
    EmailFailed: failed,
  },
} satisfies ServerType;
