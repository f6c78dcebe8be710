// @vitest-environment jsdom
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { mockApi } from '#api/mock.ts';
import { setMe } from '../session/session.ts';
import { optionAnswers } from './option-answers.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => setMe(undefined));
afterAll(() => server.close());

const of = (credentialType: string, id: number) => ({ id, name: credentialType, credentialType });

it.each([
  [false, ['SNMP v1', 'SNMP v2c']],
  [true, ['SNMP v1', 'SNMP v2c', 'SNMP v3']],
])('a discovery offers the SNMP credentials that the division says: v3 %s (F02-34)', async (offered, versions) => {
  const types = ['BASIC', 'SNMP_V1', 'SNMP_V2C', 'SNMP_V3', 'TELNET_SSH'];
  server.use(...mockApi({ listCredentials: () => types.map(of) as never }));
  setMe({ snmpV3InDiscovery: offered } as never);
  const options = await optionAnswers.snmpCredential(1, new AbortController().signal);
  expect(options.map(({ description }) => description)).toEqual(versions);
});
