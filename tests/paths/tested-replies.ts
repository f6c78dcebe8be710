const tested = (outcome: string, text: string) => ({
  resultCode: 'SUCCESS',
  outcome,
  checks: [{ check: 'path', outcome, text }],
  freeBytes: null,
});

/** What an agent says that tests a folder or a share, by the ways that the flow takes then. */
export const testedReplies = {
  passed: tested('passed', 'The folder exists.'),
  failed: tested('failed', 'The folder does not exist.'),
  'not tested': tested('open', 'The agent is not connected.'),
};
