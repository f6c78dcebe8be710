/** The flows whose generated paths `npm test` walks in the built product. */
export const walkedInBrowser: readonly string[] = [
  'sign-in',
  'first-run',
  'organization',
  'cloud-monitor',
  'cloud-monitor-condition',
];
