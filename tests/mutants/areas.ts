// The parts of the code whose tests are measured by mutants, each with the test files that must notice.

import type { Equivalent } from './equivalent.ts'
import { feesEquivalents } from './equivalents/fees.ts'
import { ledgerEquivalents } from './equivalents/ledger.ts'
import { loginEquivalents } from './equivalents/login.ts'
import { permissionEquivalents } from './equivalents/permission.ts'
import { proofsEquivalents } from './equivalents/proofs.ts'
import { spendEquivalents } from './equivalents/spend.ts'
import { syncEquivalents } from './equivalents/sync.ts'
import { unlockEquivalents } from './equivalents/unlock.ts'
import { vaultEquivalents } from './equivalents/vault.ts'

/** The sources and the test files are glob patterns; `!` excludes. */
export type Area = {
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  readonly equivalents: readonly Equivalent[]
}

export const AREAS: Readonly<Record<string, Area>> = {
  selection: {
    sources: ['src/wallet/spend/{inputs,plan,relatedness,select,selectTransfer}.ts'],
    tests: ['tests/unit/wallet/spend/{inputs,plan,recorded-selections,relatedness,select}.test.ts'],
    equivalents: spendEquivalents,
  },
  rings: {
    sources: [
      'src/wallet/rings/{decoys,gammaPicker,outputBlacklist,outputDistribution,ring*}.ts',
      'src/wallet/spend/readyInputs.ts',
      'src/crypto/random/randomSampler.ts',
    ],
    // Without the statistics of gamma-picker.test.ts, which take seconds.
    tests: [
      'tests/unit/wallet/rings/{decoys,output-blacklist,output-distribution,ring*}.test.ts',
      'tests/unit/wallet/spend/ready-inputs.test.ts',
      'tests/unit/crypto/random-sampler.test.ts',
    ],
    equivalents: spendEquivalents,
  },
  transactions: {
    sources: ['src/wallet/spend/{build,draft,payee,paymentContext,prepare,purpose,sign}.ts'],
    tests: [
      'tests/unit/wallet/spend/{draft,make-transactions,payment-context,recorded-drafts,recorded-names,sign,stake}.test.ts',
    ],
    equivalents: spendEquivalents,
  },
  'self-check': {
    sources: ['src/wallet/spend/verify.ts'],
    tests: ['tests/unit/wallet/spend/{stake-verify,verify}.test.ts'],
    equivalents: spendEquivalents,
  },
  payments: {
    sources: ['src/wallet/spend/{intent,paymentRecord,payments}.ts', 'src/wallet/node/relay.ts'],
    tests: [
      'tests/unit/wallet/spend/{intent,payment-record,payment-steps}.test.ts',
      'tests/unit/wallet/node/relay.test.ts',
    ],
    equivalents: spendEquivalents,
  },
  ledger: {
    sources: ['src/wallet/{state,history,funds}/**/*.ts', 'src/wallet/sync/applyToLedger.ts'],
    tests: [
      'tests/unit/wallet/{state,history,funds}/*.test.ts',
      'tests/unit/wallet/sync/apply-to-ledger.test.ts',
      'tests/unit/wallet/accounts/user-data.test.ts',
    ],
    equivalents: ledgerEquivalents,
  },
  sync: {
    sources: [
      'src/wallet/sync/**/*.ts',
      '!src/wallet/sync/{applyToLedger,outputScanner}.ts',
      'src/wallet/node/{followStakes,unknownFork}.ts',
    ],
    tests: [
      'tests/unit/wallet/sync/{better-fork,block-download,block-ranges,chain-start,checked-blocks,page-reader,repair-indices,rescan-steps,scan-one,sync-progress,synchronizer,unusual-transactions,verify-transactions}.test.ts',
      'tests/unit/wallet/sync/txpool/txpool-steps.test.ts',
      'tests/unit/wallet/node/follow-stakes.test.ts',
    ],
    equivalents: syncEquivalents,
  },
  unlock: {
    sources: ['src/coin/blocks/unlockTime.ts'],
    tests: ['tests/unit/coin/blocks/unlock-time.test.ts'],
    equivalents: unlockEquivalents,
  },
  fees: {
    sources: [
      'src/coin/networks/fees.ts',
      'src/coin/transactions/weight.ts',
      'src/wallet/spend/{feeBounds,feeFrom}.ts',
    ],
    tests: [
      'tests/unit/coin/fees.test.ts',
      'tests/unit/coin/transactions/weight.test.ts',
      'tests/unit/wallet/spend/{fee-bounds,fee-from}.test.ts',
    ],
    equivalents: feesEquivalents,
  },
  proofs: {
    sources: ['src/wallet/proofs/**/*.ts'],
    tests: ['tests/unit/wallet/proofs/{proof-checks,proofs-monero}.test.ts'],
    equivalents: proofsEquivalents,
  },
  'proof-texts': {
    sources: ['src/coin/proofs/**/*.ts'],
    tests: ['tests/unit/coin/proofs/proof-texts.test.ts'],
    equivalents: proofsEquivalents,
  },
  signatures: {
    sources: ['src/crypto/signatures/**/*.ts'],
    tests: ['tests/unit/crypto/{hedged-nonces,shared-secret-proofs,signature-checks}.test.ts'],
    equivalents: proofsEquivalents,
  },
  vault: {
    sources: [
      'src/store/{recordKeys,sealedStore,vault,vaultKey}.ts',
      'src/engine/vault/walletVault.ts',
      'src/wallet/open/keyring.ts',
    ],
    tests: [
      'tests/unit/store/{vault,contract}.test.ts',
      'tests/unit/engine/wallet-vault.test.ts',
      'tests/unit/wallet/open/keyring.test.ts',
    ],
    equivalents: vaultEquivalents,
  },
  permission: {
    sources: [
      'src/rpc/calls/{approval,paymentApproval}.ts',
      'src/engine/approvals/{approvalDecision,approvalQueue}.ts',
      'src/engine/payments/preparedPayments.ts',
      'src/rpc/hosts/scriptPolicy.ts',
      'src/cli/http/{allowedHosts,allowedOrigins,accessFlags,httpServer}.ts',
      'workers/service-worker/rpcForwarding.ts',
    ],
    tests: [
      'tests/unit/rpc/approval/{payment-approval,script-policy}.test.ts',
      'tests/unit/engine/{approval-decision,approval-queue,prepared-payments}.test.ts',
      'tests/unit/cli/http/{access-flags,allowed-hosts,allowed-origins,http-server}.test.ts',
      'tests/unit/workers/rpc-forwarding.test.ts',
    ],
    equivalents: permissionEquivalents,
  },
  login: {
    sources: ['src/daemon/loginSession.ts', 'src/cli/http/httpLogin.ts'],
    tests: ['tests/unit/daemon/login-session.test.ts', 'tests/unit/cli/http/http-login.test.ts'],
    equivalents: loginEquivalents,
  },
}
