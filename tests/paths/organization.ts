import { flowCase } from './flow-case.ts';
export default flowCase({});
