import { addFlows, type ShellManifest, type WholeFlow } from './registry.ts';

// The flows that nobody needs to sign in for (`presentation: page`): the only ones that the first page knows.
addFlows({
  shells: import.meta.glob<ShellManifest>('../../schemas/{sign-in,first-run,activation,forgotten-password}/flow.json', {
    eager: true,
    query: '?shell',
    import: 'default',
  }),
  wholes: import.meta.glob<WholeFlow>('../../schemas/{sign-in,first-run,activation,forgotten-password}/flow.json', {
    query: '?whole',
    import: 'default',
  }),
});
