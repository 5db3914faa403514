import type { Equivalent } from '../equivalent.ts'

const KEYRING = 'src/wallet/open/keyring.ts'
const WALLET_VAULT = 'src/engine/vault/walletVault.ts'

const RECORD_KEYS = 'src/store/recordKeys.ts'
const VAULT = 'src/store/vault.ts'
const VAULT_KEY = 'src/store/vaultKey.ts'

const TEXT = 'It is a text of an error.'

const NO_OTHER = 'The called functions throw no other error.'

const BATCH = 'The number of nonces that are drawn at once is not visible.'

const COPY = 'A copy has the same bytes, and nothing changes them.'

const WIPES = 'It wipes memory that nothing reads afterwards.'

export const vaultEquivalents: readonly Equivalent[] = [
  { file: KEYRING, original: '{\n      wipe(seed)\n    }', replacement: '{}', why: WIPES },
  { file: KEYRING, original: 'wipe(seed)', replacement: ';', why: WIPES },
  { file: KEYRING, original: '{\n    wipe(key)\n  }', replacement: '{}', why: WIPES },
  { file: KEYRING, original: 'wipe(key)', replacement: ';', why: WIPES },
  { file: KEYRING, original: 'wipe(secret)', replacement: ';', why: WIPES },
  {
    file: KEYRING,
    original: 'error instanceof HexError',
    replacement: 'true',
    why: 'The parser of hex throws no other error.',
  },
  { file: KEYRING, original: 'spendKey.slice()', replacement: 'spendKey', why: COPY },
  { file: KEYRING, original: 'viewKey.slice()', replacement: 'viewKey', why: COPY },
  {
    file: RECORD_KEYS,
    original: 'Array.isArray(record)',
    replacement: 'true',
    why: 'What decrypts is a list: nothing else is sealed with the key.',
  },
  { file: RECORD_KEYS, original: 'wipe(this.#recordKey)', replacement: ';', why: WIPES },
  { file: RECORD_KEYS, original: 'this.#nameHash.destroy()', replacement: ';', why: WIPES },
  { file: VAULT, original: 'used + length > batch.length', replacement: 'true', why: BATCH },
  {
    file: VAULT,
    original: 'used + length > batch.length',
    replacement: 'used + length >= batch.length',
    why: BATCH,
  },
  {
    file: VAULT_KEY,
    original: '{\n    if (error instanceof CborError) throw damaged(error.message)\n    throw error\n  }',
    replacement: '{}',
    why: 'The record is then undefined, which is damaged as well; only the text of the error differs.',
  },
  { file: VAULT_KEY, original: 'error instanceof CborError', replacement: 'true', why: NO_OTHER },
  { file: VAULT_KEY, original: 'error instanceof PasswordParametersError', replacement: 'true', why: NO_OTHER },
  { file: VAULT_KEY, original: 'error instanceof DecryptionError', replacement: 'true', why: NO_OTHER },
  { file: VAULT_KEY, original: "'it has no fields'", replacement: '""', why: TEXT },
  { file: VAULT_KEY, original: "'its parameters are missing'", replacement: '""', why: TEXT },
  { file: VAULT_KEY, original: "'its key is missing'", replacement: '""', why: TEXT },
  { file: VAULT_KEY, original: '{\n    wipe(key)\n  }', replacement: '{}', why: WIPES },
  { file: VAULT_KEY, original: 'wipe(key)', replacement: ';', why: WIPES },
  { file: VAULT_KEY, original: 'wipe(vaultKey)', replacement: ';', why: WIPES },
  { file: WALLET_VAULT, original: 'wipeKeyring(keyring)', replacement: ';', why: WIPES },
  { file: WALLET_VAULT, original: 'vault.close()', replacement: ';', why: WIPES },
  { file: WALLET_VAULT, original: '() => wipeKeyring(keyring)', replacement: '() => undefined', why: WIPES },
  { file: WALLET_VAULT, original: '{\n    await store.close()\n  }', replacement: '{}', why: WIPES },
  {
    file: 'src/store/sealedStore.ts',
    original: 'a < b',
    replacement: 'a <= b',
    why: 'The keys of a table are distinct.',
  },
]
