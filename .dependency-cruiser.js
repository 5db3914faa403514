// The rules of imports, checked by `npm run check`: layers import downwards only, and no import circle exists, not even of types.

/** From the lowest layer up. A folder may import from itself and from folders of lower layers; never from its own layer's others. */
const LAYERS = [
  ['src/errors'],
  ['src/async'],
  ['src/bytes'],
  ['src/crypto', 'src/jsonrpc'],
  ['src/coin'],
  ['src/daemon', 'src/dns', 'src/store'],
  ['src/wallet'],
  ['src/rpc', 'src/devnet'],
  ['src/app', 'src/cli', 'workers'],
]

const under = (folders) => `^(${folders.join('|')})/`

/** No folder imports a higher layer or another folder of its own layer. */
const layerRules = LAYERS.flatMap((folders, level) =>
  folders.map((folder) => {
    const forbidden = [...folders.filter((other) => other !== folder), ...LAYERS.slice(level + 1).flat()]
    return {
      name: `layer-of-${folder.replace('src/', '')}`,
      comment: `${folder} may import only itself and lower layers (CONTRIBUTING.md, "Layers").`,
      severity: 'error',
      from: { path: under([folder]) },
      to: { path: under(forbidden) },
    }
  }),
).filter(({ to }) => to.path !== under([]))

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'no-circle',
      comment:
        'Two files that import each other, directly or through others, are one file or lack a third one below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'devnet-names-no-family',
      comment:
        'The development node is one for all coin families: a family reaches it as rules (rules/consensus.ts) and as a dialect (rpc/nodeContext.ts). ' +
        'Only the file that starts a node names one, as the default.',
      severity: 'error',
      from: { path: '^src/devnet/(?!oxen/|monero/)[^/]+/', pathNot: '^src/devnet/node/startNode\\.ts$' },
      to: { path: '^src/devnet/(oxen|monero)/' },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^(src|workers|wasm)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Reads imports of types as well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    // Built files, and AssemblyScript, whose imports have no endings.
    exclude: { path: '^(wasm/build|wasm/assembly)/' },
  },
}
