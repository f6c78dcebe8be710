import { setupToken } from '../../product/product.ts';
import { browserCase } from '../browser/browser-case.ts';

export default browserCase({
  opened: 'unset',
  prepare: async () => ({ params: { token: setupToken } }),
});
