import { expect, it } from 'vitest';
import { flowParams } from './flow-params.ts';

it('takes answers to begin with, the draft and the rest from the address, and not the step', () => {
  expect(
    flowParams(new URLSearchParams('draft=d1&step=confirm&setup.clientId=3&setup.monitorName=Shop&token=abc')),
  ).toEqual({
    draft: 'd1',
    answers: { setup: { clientId: 3, monitorName: 'Shop' } },
    params: { token: 'abc' },
  });
});
