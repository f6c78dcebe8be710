// Made by `npm run generate:calls` from the call catalogue. The page imports this and only the types of the catalogue.
import { route, type CallRoute } from './call-route.ts';
import type { CallName } from './contract/catalogue.ts';

export const firstCalls: Partial<Record<CallName, CallRoute>> = {
  readSetup: route('GET', '/setup'),
  readInstallation: route('GET', '/installation'),
  setUp: route('POST', '/setup', true),
  readSession: route('GET', '/session'),
  signIn: route('POST', '/session'),
  confirmSignIn: route('POST', '/session/mfa'),
  activate: route('POST', '/activation', true),
  requestPasswordReset: route('POST', '/password-reset'),
  resetPassword: route('PUT', '/password-reset', true),
  sendTextCode: route('POST', '/session/mfa/text-message'),
  beginSecurityKeyProof: route('POST', '/session/mfa/security-key'),
  listTimeZones: route('GET', '/timezone'),
  reportError: route('POST', '/error-report'),
  readPublicStatus: route('GET', '/status/:slug'),
  enrollAgent: route('POST', '/agent/enroll', true),
  agentConnect: route('GET', '/agent/connect'),
};
