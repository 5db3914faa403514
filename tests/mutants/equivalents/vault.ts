import type { Equivalent } from '../equivalent.ts'

const KEYRING = 'src/wallet/engine/keyring.ts'
const WALLET_VAULT = 'src/wallet/engine/walletVault.ts'

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
