/** Whether this is `npm run test:full`, which also runs what other tests of `npm test` cover in part. */
export const isFull = process.env['CAIRN_TESTS'] === 'full';
