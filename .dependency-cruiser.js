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
  ['src/engine', 'src/compact'],
  ['src/rpc', 'src/devnet'],
  ['src/app', 'src/cli', 'workers'],
]

/**
 * The floors inside a layer, from the lowest up: a folder imports from itself and from lower floors. `.` stands for the files of the layer itself. The
 * README of the layer says what each floor is for.
 */
const FLOORS = {
  'src/crypto': [
    ['.'],
    ['hash'],
    ['random'],
    ['curve'],
    ['keys', 'amounts'],
    ['signatures', 'range-proofs'],
    ['ciphers', 'scan'],
  ],
  'src/coin': [
    ['.'],
    ['seeds', 'uniform-resources', 'transactions'],
    ['exports', 'multisig'],
    ['transfer-sets'],
    ['wallet-caches'],
    ['networks'],
    ['addresses', 'blocks', 'proofs', 'sealed-exports', 'wallet-files'],
    ['compact', 'names', 'stakes'],
  ],
  'src/daemon': [['.'], ['calls']],
  'src/store': [['.'], ['postgres']],
  'src/wallet': [
    ['multisig-keys', 'scan'],
    ['state'],
    ['history', 'rings', 'node'],
    ['funds'],
    ['spend'],
    ['sync'],
    ['open'],
    ['accounts', 'exchange', 'proofs', 'staking'],
    ['lookup', 'names'],
    ['offline'],
    ['multisig'],
  ],
  'src/devnet': [
    ['records'],
    ['rules'],
    ['chain'],
    ['txpool'],
    ['node'],
    ['mining', 'upstream'],
    ['rpc'],
    ['family'],
    ['oxen', 'monero'],
    ['.'],
  ],
  'src/engine': [['api'], ['vault', 'approvals', 'payments'], ['files'], ['session'], ['actions'], ['.']],
  'src/rpc': [['calls'], ['methods', 'hosts'], ['.']],
  'src/app': [['styles', 'text'], ['host'], ['format'], ['state'], ['components'], ['screens'], ['.']],
  'src/app/text': [['en'], ['.'], ['ar', 'de', 'es', 'fr', 'pt', 'ru', 'zh'], ['languages']],
  'src/app/host': [
    ['device', 'files', 'navigation'],
    ['engine', 'services'],
  ],
  'src/app/state': [
    ['preferences', 'recipients', 'requests'],
    ['console', 'lists', 'session'],
    ['nodes'],
    ['rates', 'wallets'],
    ['wallet'],
    ['history', 'payments', 'receive', 'tools'],
  ],
  'src/app/components': [
    ['controls', 'text'],
    ['feedback', 'form', 'layout'],
    ['data', 'money', 'table'],
    ['node'],
    ['address'],
    ['wallet'],
    ['frame', 'payment'],
    ['approval'],
  ],
  'src/cli/rpc': [['log', 'flags', 'threads'], ['connections'], ['wallets'], ['.']],
  'src/cli': [['command'], ['http', 'zmq', 'completion'], ['rpc', 'node', 'compact'], ['serve'], ['.']],
}

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

/** Returns the pattern of the files on a floor's folder. */
const onFloor = (layer, folder) => (folder === '.' ? `^${layer}/[^/]+$` : `^${layer}/${folder}/`)

/** No folder imports a higher floor or another folder of its own floor, and each has a floor. */
const floorRules = Object.entries(FLOORS)
  .flatMap(([layer, floors]) => [
    ...floors.flatMap((folders, level) =>
      folders.map((folder) => ({
        name: `floor-of-${layer.replace('src/', '')}-${folder}`,
        comment: `${layer}/${folder} may import only itself and lower floors (${layer}/README.md).`,
        severity: 'error',
        from: { path: onFloor(layer, folder) },
        to: {
          path: [...folders.filter((other) => other !== folder), ...floors.slice(level + 1).flat()].map((other) =>
            onFloor(layer, other),
          ),
        },
      })),
    ),
    {
      name: `floors-of-${layer.replace('src/', '')}`,
      comment: `A folder of ${layer} without a floor: add it to FLOORS and to ${layer}/README.md.`,
      severity: 'error',
      from: { path: `^${layer}/`, pathNot: floors.flat().map((folder) => onFloor(layer, folder)) },
      to: {},
    },
  ])
  .filter(({ to }) => to.path === undefined || to.path.length > 0)

export default {
  forbidden: [
    ...layerRules,
    ...floorRules,
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
        'The development node is one for all coin families: a family reaches it as rules (rules/consensus.ts) and as a dialect (rpc/calls/nodeContext.ts). ' +
        'Only the file that starts a node (startNode.ts) names one, as the default.',
      severity: 'error',
      from: { path: '^src/devnet/(?!oxen/|monero/)[^/]+/' },
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
