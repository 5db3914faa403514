// The values of `faba/client`. clientTypes.ts writes their types.

// biome-ignore-start lint/performance/noBarrelFile: a package has one file for each name that it exports
export { JsonRpcTransportError } from '../src/jsonrpc/client.ts'
export { JsonRpcError } from '../src/jsonrpc/errors.ts'
export { createWalletClient } from '../src/rpc/client.ts'
// biome-ignore-end lint/performance/noBarrelFile: as above
