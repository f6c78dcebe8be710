// Options of esbuild for every program that runs on Node.
export const forNode = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // `#server/…` and its like are ours, not packages.
  alias: {
    ...Object.fromEntries(
      ['engine', 'schemas', 'machines', 'api', 'server', 'agent'].map((name) => [`#${name}`, `./${name}`]),
    ),
    // Its CommonJS form asks for its parts in a way that no bundler follows.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  },
  logLevel: 'warning',
};

/** SSH and WebSockets work without their native parts. */
export const optionalParts = ['bufferutil', 'utf-8-validate', 'cpu-features', '*.node'];
