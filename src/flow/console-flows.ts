import '#screens/console-parts.ts';
import { addFlows, type ShellManifest, type WholeFlow } from './registry.ts';

// Discovered by folder: a new flow touches nothing here. The shell's part of manifests comes at once, the rest when a flow is opened.
addFlows({
  shells: import.meta.glob<ShellManifest>('../../schemas/*/flow.json', {
    eager: true,
    query: '?shell',
    import: 'default',
  }),
  wholes: import.meta.glob<WholeFlow>('../../schemas/*/flow.json', { query: '?whole', import: 'default' }),
});
