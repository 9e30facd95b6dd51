/** Imports run one way: core <- strategies <- engines <- (platform) <- state <- features <- app; ui knows core types only. */
const layer = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to },
});
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(url|worker)$|^vite/types' },
    },
    layer(
      'core-stands-alone',
      '^src/core',
      '^src/(strategies|engines|platform|state|ui|features|app|examples)',
    ),
    layer(
      'core-is-pure',
      '^src/(core|strategies)',
      '^(node:|react|react-dom|zustand|recharts|idb|@huggingface|onnxruntime-web|gpt-tokenizer)',
    ),
    layer('strategies-use-core', '^src/strategies', '^src/(engines|platform|state|ui|features|app|examples)'),
    layer(
      'engines-use-core-and-strategies',
      '^src/engines',
      '^src/(platform|state|ui|features|app|examples)',
    ),
    layer('platform-uses-core', '^src/platform', '^src/(strategies|engines|state|ui|features|app|examples)'),
    layer('examples-use-core', '^src/examples', '^src/(strategies|engines|platform|state|ui|features|app)'),
    layer('state-below-views', '^src/state', '^src/(ui|features|app)'),
    layer(
      'ui-is-presentational',
      '^src/ui',
      '^src/(strategies|engines|platform|state|features|app|examples)',
    ),
    layer('features-below-app', '^src/features', '^src/app'),
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'browser', 'default'],
    },
  },
};
