// Texts of errors of what the wallet relies on: nodes, names, the storage, and the engine; and of what the user enters.
import type { MultisigSeedError } from '../../coin/multisig/multisigSeed.ts'
import type { ProofTextError } from '../../coin/proofs/proofText.ts'
import type { SeedError } from '../../coin/seeds/seed.ts'
import type { KernelLoadError } from '../../crypto/kernel.ts'
import type { NodeBusyError, NodeResponseError, NodeTimeoutError, NodeUrlError } from '../../daemon/errors.ts'
import type { InconsistentResponseError } from '../../daemon/verifyResponses.ts'
import type { DomainNameError } from '../../dns/dnsMessage.ts'
import type { NameNotFoundError, NotValidatedError, ResolverError } from '../../dns/errors.ts'
import type { UnknownWalletError } from '../../engine/api/walletErrors.ts'
import type { UnknownApprovalRequestError } from '../../engine/approvals/approvalQueue.ts'
import type { WalletNameError } from '../../engine/vault/walletCatalog.ts'
import type { ErrorTable } from '../../errors/errorTable.ts'
import type {
  StoreBlockedError,
  StoreClearedError,
  StoreFullError,
  StoreLostError,
  StoreUnreadableError,
  StoreVersionError,
  TamperedRecordError,
  VaultClosedError,
  VaultMissingError,
} from '../../store/errors.ts'
import type { ContactError } from '../../wallet/accounts/contacts.ts'
import type { ForeignNameError } from '../../wallet/names/nameSignature.ts'
import type { KeyMismatchError } from '../../wallet/open/keyring.ts'
import type { TransactionUnknownError } from '../../wallet/proofs/provenTransaction.ts'
import type { SigningKeyError } from '../../wallet/proofs/signedMessages.ts'
import type { OutputDistributionError } from '../../wallet/rings/outputDistribution.ts'
import type { OutputIndexError } from '../../wallet/rings/ring.ts'
import type { RingResponseError } from '../../wallet/rings/ringMembers.ts'
import type { WalletClosedError } from '../../wallet/state/walletState.ts'
import type { NodeBehindError, WrongNetworkError } from '../../wallet/sync/chainStart.ts'
import type { ChainError } from '../../wallet/sync/pageReader.ts'
import type { ChainReplacedError } from '../../wallet/sync/replacedChain.ts'
import type { OlderTransactionError, TransactionMissingError } from '../../wallet/sync/scanTransactions.ts'
import type { AlteredTransactionError } from '../../wallet/sync/verifyTransactions.ts'
import type { EngineStoppedError } from '../host/engine/connection.ts'
import type { UpdateBlockedError } from '../host/services/update.ts'
import type { TextKey } from '../text/translation.ts'

type ServiceError =
  | OlderTransactionError
  | AlteredTransactionError
  | ChainError
  | ChainReplacedError
  | ContactError
  | KernelLoadError
  | NodeBehindError
  | ProofTextError
  | SeedError
  | SigningKeyError
  | UnknownApprovalRequestError
  | VaultClosedError
  | VaultMissingError
  | WalletClosedError
  | WalletNameError
  | DomainNameError
  | EngineStoppedError
  | ForeignNameError
  | InconsistentResponseError
  | KeyMismatchError
  | MultisigSeedError
  | NameNotFoundError
  | NodeBusyError
  | NodeResponseError
  | NodeTimeoutError
  | NodeUrlError
  | NotValidatedError
  | OutputDistributionError
  | OutputIndexError
  | ResolverError
  | RingResponseError
  | StoreBlockedError
  | StoreClearedError
  | StoreFullError
  | StoreLostError
  | StoreUnreadableError
  | StoreVersionError
  | TamperedRecordError
  | TransactionMissingError
  | TransactionUnknownError
  | UnknownWalletError
  | UpdateBlockedError
  | WrongNetworkError

/** Codes of errors whose modules are above this one: workers/nameLookup.ts and host/engine/engineHost.ts. */
type UpperCode = 'address-not-published' | 'engine-not-running'

/** Errors of a store that an open wallet uses: it cannot be read or written. */
export const STORAGE_ERRORS = {
  'store-blocked': 'storageError.blocked',
  'store-cleared': 'storageError.cleared',
  'store-full': 'storageError.full',
  'store-lost': 'storageError.lost',
  'store-unreadable': 'storageError.unreadable',
} as const satisfies Readonly<Record<string, TextKey>>

export const SERVICE_ERRORS: ErrorTable<ServiceError, TextKey> & { readonly [Code in UpperCode]: TextKey } = {
  'altered-transaction': 'nodeError.wrongData',
  chain: 'nodeError.wrongData',
  'chain-replaced': 'replaced.title',
  contact: 'entryError.contact',
  'kernel-load': 'stoppedError.file',
  'node-behind': 'nodeState.behindHint',
  'old-english-seed': 'seedError.old',
  'proof-text': 'proofError.form',
  seed: 'seedError.wrong',
  'signing-key': 'proofError.signingKey',
  'unknown-approval-request': 'stoppedError.request',
  'vault-closed': 'error.noWallet',
  'vault-missing': 'unlock.missing',
  'wallet-closed': 'error.noWallet',
  'wallet-name': 'entryError.walletName',
  'address-not-published': 'nameError.notPublished',
  'domain-name': 'nameError.notFound',
  'engine-not-running': 'stoppedError.engine',
  'engine-stopped': 'stoppedError.engine',
  'foreign-name': 'nodeError.wrongData',
  'inconsistent-response': 'nodeError.wrongData',
  'key-mismatch': 'keysError.mismatch',
  'multisig-seed': 'keysError.multisigSeed',
  'name-not-found': 'nameError.notFound',
  'node-busy': 'nodeError.busy',
  'node-response': 'nodeError.wrongData',
  'node-timeout': 'nodeError.timeout',
  'node-url': 'node.urlBad',
  'not-validated': 'nameError.notSigned',
  'output-distribution': 'nodeError.wrongData',
  'output-index': 'nodeError.wrongData',
  resolver: 'nameError.service',
  'ring-response': 'nodeError.wrongData',
  ...STORAGE_ERRORS,
  'store-version': 'storageError.newer',
  'tampered-record': 'storageError.damaged',
  'transaction-missing': 'nodeError.noTransaction',
  'older-transaction': 'findTx.older',
  'transaction-unknown': 'nodeError.noTransaction',
  'unknown-wallet': 'unlock.missing',
  'update-blocked': 'update.blocked',
  'wrong-network': 'nodeError.wrongNetwork',
}
