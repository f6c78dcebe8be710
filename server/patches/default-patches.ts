import type { PatchValues } from '#api/contract/policy-patches.ts';

/** Without a policy that says otherwise, Cairn manages no patches. */
export const defaultPatches: PatchValues = {
  enabled: false,
  schedule: { repeats: 'DAILY', repeatsEveryCount: 1 },
  install: 'SECURITY',
  reboot: false,
};
