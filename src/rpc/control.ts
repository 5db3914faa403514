// Methods of the service itself.

import * as v from 'valibot'
import { index, u32 } from '../jsonrpc/schemas.ts'
import { method, requireEnabled, requireWallet } from './source.ts'

/** 1.17 of the wallet RPC. */
const VERSION = (1 << 16) | 17

const getVersion = method({
  names: ['get_version'],
  about: 'The version of the wallet RPC: major version times 65536 plus minor version',
  access: 'public',
  params: {},
  result: v.object({ version: u32 }),
  handler: (source) => {
    requireEnabled(source)
    return { version: VERSION }
  },
})

const getHeight = method({
  names: ['get_height', 'getheight'],
  about: 'How many blocks the wallet knows',
  access: 'public',
  params: {},
  result: v.object({ height: index, immutable_height: index }),
  handler: (source) => {
    const { book } = requireWallet(source)
    return { height: book.height, immutable_height: book.immutableHeight }
  },
})

/** The methods of this file. */
export const controlMethods = [getVersion, getHeight]
