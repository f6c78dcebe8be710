// The direction of the arrows (docs/ARCHITECTURE.md). Each folder names what it may import of ours; all else is refused.
const arrows = {
  schemas: ['schemas'],
  engine: ['engine'],
  // Of the contract types alone, as screens.
  machines: ['machines', 'engine', 'schemas', 'api/contract'],
  api: ['api'],
  // Of the contract types alone: see `screens-and-machines-take-only-types-of-the-contract`.
  screens: ['screens', 'engine', 'schemas', 'api/contract'],
  src: ['src', 'engine', 'machines', 'screens', 'api', 'schemas'],
  server: ['server', 'api/contract', 'engine', 'schemas'],
  agent: ['agent', 'api/contract'],
  // It starts the product and stores a history as the server does; its peers are those of the tests.
  demo: ['demo', 'server', 'agent', 'api/contract', 'tests/peers', 'tests/fixtures', 'scripts'],
};

const ours = '^(schemas|engine|machines|api|screens|src|server|agent|demo|tests|scripts)/';

module.exports = {
  forbidden: [
    ...Object.entries(arrows).map(([folder, allowed]) => ({
      name: `${folder}-imports-only-${allowed.length ? allowed.map((name) => name.replace('/', '-')).join('-') : 'nothing'}`,
      severity: 'error',
      // Unit tests stand beside the code and may also use the test harness.
      from: { path: `^${folder}/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: ours, pathNot: allowed.length ? `^(${allowed.join('|')})/` : '^$' },
    })),
    {
      name: 'screens-and-machines-take-only-types-of-the-contract',
      severity: 'error',
      from: { path: '^(screens|machines)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-flow-never-imports-another-flow',
      severity: 'error',
      from: { path: '^machines/([^/]+)/' },
      to: { path: '^machines/([^/]+)/', pathNot: '^machines/($1|shared)/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(schemas|engine|machines|api|screens|src|server|agent)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/' },
    },
    {
      name: 'a-machine-knows-no-react-and-no-http',
      severity: 'error',
      from: { path: '^machines/' },
      to: { path: 'node_modules/(react|react-dom|ky|@xstate/react|undici)/' },
    },
    {
      name: 'the-engine-knows-no-react',
      severity: 'error',
      from: { path: '^engine/' },
      to: { path: 'node_modules/(react|react-dom|ky|@xstate/react)/' },
    },
    {
      name: 'ky-stands-behind-one-door',
      severity: 'error',
      from: { path: '^(src|screens|machines|engine|server)/' },
      to: { path: 'node_modules/ky/' },
    },
    {
      name: 'domain-code-knows-no-http',
      severity: 'error',
      from: { path: '^server/[^/]+/', pathNot: ['^server/(http|routes)/', '\\.test\\.ts$'] },
      to: { path: '^server/(http|routes)/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(screen|raw|url)$|^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|docs)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
