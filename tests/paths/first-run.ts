import { flowCase } from './flow-case.ts';
export default flowCase({ inputs: { NEW: { params: { token: 'a-token' } }, 'NEW without a token': {} } });
