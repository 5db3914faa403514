// Texts of errors of data that the user enters or transfers, and of what the page runs on.
import type { Base58Error } from '../../bytes/base58.ts'
import type { CborError } from '../../bytes/cbor.ts'
import type { FormatError } from '../../bytes/cursor.ts'
import type { HexError } from '../../bytes/hex.ts'
import type { PortableError } from '../../bytes/portableStorage.ts'
import type { PaymentUriError } from '../../coin/addresses/paymentUri.ts'
import type { AmountError } from '../../coin/amount.ts'
import type { FeeError } from '../../coin/networks/fees.ts'
import type { UnknownNetworkError } from '../../coin/networks/networks.ts'
import type { UnknownLanguageError } from '../../coin/seeds/languages.ts'
import type { BytewordsError } from '../../coin/uniform-resources/bytewords.ts'
import type { FountainError } from '../../coin/uniform-resources/fountain.ts'
import type { UniformResourceError } from '../../coin/uniform-resources/uniformResource.ts'
import type { DecryptionError } from '../../crypto/ciphers/cipher.ts'
import type { PasswordParametersError } from '../../crypto/ciphers/passwordKey.ts'
import type { ViewCipherError } from '../../crypto/ciphers/viewCipher.ts'
import type { InvalidPointError } from '../../crypto/curve/point.ts'
import type { InvalidScalarError } from '../../crypto/curve/scalar.ts'
import type { KernelMemoryError, KernelUnavailableError } from '../../crypto/kernel.ts'
import type { SubaddressIndexError } from '../../crypto/keys/keys.ts'
import type { RandomnessError } from '../../crypto/random/random.ts'
import type { ScanFaultError } from '../../crypto/scan/kernelScanner.ts'
import type { ScannerStateError } from '../../crypto/scan/scanner.ts'
import type { ScannerWorkerError } from '../../crypto/scan/scannerPool.ts'
import type { DnsMessageError } from '../../dns/dnsMessage.ts'
import type { ReloadUnsupportedError } from '../../engine/session/reloadUnlock.ts'
import type { SettingsError } from '../../engine/vault/walletSettings.ts'
import type { ErrorTable } from '../../errors/errorTable.ts'
import type { JsonError } from '../../jsonrpc/json.ts'
import type { VaultParametersError } from '../../store/errors.ts'
import type { UnknownAddressError } from '../../wallet/accounts/addresses.ts'
import type { ContactRowsError } from '../../wallet/accounts/contactsTable.ts'
import type { PaymentIdFormatError } from '../../wallet/accounts/integratedAddress.ts'
import type { NotesTableError } from '../../wallet/accounts/notesTable.ts'
import type { UnknownCoinError, UnknownKeyImageError } from '../../wallet/funds/coinControl.ts'
import type { NotMultisigError } from '../../wallet/multisig/multisigKeyring.ts'
import type { OutputBlacklistError } from '../../wallet/rings/outputBlacklist.ts'
import type { OutputCountError } from '../../wallet/spend/intent.ts'
import type { UnknownTagError } from '../../wallet/state/accountTags.ts'
import type { DeepReorganisationError } from '../../wallet/sync/reorganisation.ts'
import type { FileTooLargeError } from '../host/files/readFile.ts'
import type { TextKey } from '../text/translation.ts'

type DataError =
  | AmountError
  | Base58Error
  | BytewordsError
  | CborError
  | ContactRowsError
  | DecryptionError
  | DeepReorganisationError
  | DnsMessageError
  | FeeError
  | FileTooLargeError
  | FormatError
  | FountainError
  | HexError
  | InvalidPointError
  | InvalidScalarError
  | JsonError
  | KernelMemoryError
  | KernelUnavailableError
  | NotesTableError
  | NotMultisigError
  | OutputBlacklistError
  | OutputCountError
  | PasswordParametersError
  | PaymentIdFormatError
  | PaymentUriError
  | PortableError
  | RandomnessError
  | ReloadUnsupportedError
  | ScanFaultError
  | ScannerStateError
  | ScannerWorkerError
  | SettingsError
  | SubaddressIndexError
  | UniformResourceError
  | UnknownAddressError
  | UnknownCoinError
  | UnknownKeyImageError
  | UnknownLanguageError
  | UnknownNetworkError
  | UnknownTagError
  | VaultParametersError
  | ViewCipherError

/** Code of an error whose module is above this one: workers/devnetClient.ts. */
type UpperCode = 'devnet-worker'

export const DATA_ERRORS: ErrorTable<DataError, TextKey> & { readonly [Code in UpperCode]: TextKey } = {
  amount: 'paymentError.amountText',
  base58: 'entryError.data',
  bytewords: 'entryError.data',
  // The records of a wallet in the storage.
  cbor: 'storageError.damaged',
  decryption: 'entryError.decryption',
  'deep-reorganisation': 'sync.fork',
  'devnet-worker': 'stoppedError.devnet',
  'dns-message': 'nameError.service',
  'contact-rows': 'contacts.tooMany',
  'file-too-large': 'entryError.fileTooLarge',
  fee: 'paymentError.speed',
  format: 'entryError.data',
  fountain: 'entryError.data',
  hex: 'entryError.hex',
  'invalid-point': 'keysError.invalid',
  'invalid-scalar': 'keysError.invalid',
  json: 'entryError.data',
  'kernel-memory': 'stoppedError.memory',
  'kernel-unavailable': 'stoppedError.webAssembly',
  'notes-table': 'notesImport.noColumns',
  'not-multisig': 'keysError.notShared',
  'output-blacklist': 'nodeError.wrongData',
  'output-count': 'paymentError.outputs',
  'password-parameters': 'storageError.damaged',
  'payment-id-format': 'entryError.paymentId',
  'payment-uri': 'destinationError.link',
  portable: 'entryError.data',
  randomness: 'stoppedError.random',
  'reload-unsupported': 'storageError.reload',
  'scan-fault': 'stoppedError.scanner',
  'scanner-state': 'stoppedError.scanner',
  'scanner-worker': 'stoppedError.scanner',
  settings: 'entryError.settings',
  'subaddress-index': 'entryError.address',
  'uniform-resource': 'entryError.data',
  'unknown-address': 'entryError.address',
  'unknown-coin': 'paymentError.coinGone',
  'unknown-key-image': 'paymentError.coinGone',
  'unknown-language': 'seedError.language',
  'unknown-network': 'storageError.network',
  'unknown-tag': 'entryError.tag',
  'vault-parameters': 'storageError.damaged',
  'view-cipher': 'entryError.decryption',
}
