// Slow hashes at the other end of a message channel. Inputs are copied and transferred: the thread wipes its copy.

import { transfer } from 'comlink'
import { wipe } from '../../bytes/bytes.ts'
import type { Argon2Input, SlowHashes } from './slowHashes.ts'

// Both arrays are new ones, none of shared memory.
const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytes.buffer as ArrayBuffer

const returned = (hash: Uint8Array): Uint8Array => transfer(hash, [bufferOf(hash)])

/**
 * Returns the interface that a thread exposes.
 *
 * @example
 * import { slowHashesHere } from './slowHashes.ts'
 * (await serveSlowHashes(slowHashesHere).cryptonight(new Uint8Array())).length // 32
 */
export const serveSlowHashes = (hashes: SlowHashes): SlowHashes => ({
  argon2id: async (input) => {
    try {
      return returned(await hashes.argon2id(input))
    } finally {
      wipe(input.password)
    }
  },
  cryptonight: async (data) => {
    try {
      return returned(await hashes.cryptonight(data))
    } finally {
      wipe(data)
    }
  },
})

/**
 * Returns the hashes of a thread.
 *
 * @example
 * import { slowHashesHere } from './slowHashes.ts'
 * (await remoteSlowHashes(serveSlowHashes(slowHashesHere)).cryptonight(new Uint8Array())).length // 32
 */
export const remoteSlowHashes = (remote: SlowHashes): SlowHashes => ({
  argon2id: (input: Argon2Input) => {
    const [password, salt] = [input.password.slice(), input.salt.slice()]
    return remote.argon2id(transfer({ ...input, password, salt }, [password, salt].map(bufferOf)))
  },
  cryptonight: (data) => {
    const copy = data.slice()
    return remote.cryptonight(transfer(copy, [bufferOf(copy)]))
  },
})
