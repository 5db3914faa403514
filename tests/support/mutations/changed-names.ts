// Expected results of LNS transactions that are changed and signed again: the rule that each field violates, by oxen-core's message.

import type { Expectations, Outcome } from './changed-transactions.ts'

const refused = (reason: RegExp): Outcome => ({ flags: ['failed', 'invalidInput'], reason })

export const NAME_OUTCOMES = {
  accepted: 'accepted',
  noField: refused(/didn't have oxen name service in the tx_extra/),
  version: refused(/unexpected version=1, expected=0/),
  type: refused(/ specifying type=\w+ that is disallowed in hardfork 17/),
  forBuying: refused(/type=lokinet_\d+years that is for buying and renewing/),
  notRenewed: refused(/type=session that cannot be renewed/),
  size: refused(/value's length=\d+, does not equal the required length=/),
  priorId: refused(/ specified prior txid=</),
  noMapping: refused(/ (update|renewal) requested but mapping does not exist\./),
  unsigned: refused(/ failed to verify signature for LNS update/),
  tooMuch: refused(/ burned too much /),
  tooLittle: refused(/ burned insufficient /),
} satisfies { readonly [name: string]: Outcome }

export type NameOutcome = keyof typeof NAME_OUTCOMES

/** Fields without a rule, or with one rule for all types. */
const ANY: Expectations<NameOutcome> = {
  'extra doubled': ['accepted'],
  'extra swapped': ['accepted'],
  'extra.txPublicKey.key': ['accepted'],
  'extra.nameSystem.version': ['version'],
  'extra.nameSystem.previousId': ['priorId'],
}

const BURNT: Expectations<NameOutcome> = {
  'extra dropped': ['tooLittle'],
  'extra.burn.amount': ['tooMuch', 'tooLittle'],
}

/** A purchase accepts any owner and any value of the right size; another hash is another name. */
const BUY: Expectations<NameOutcome> = {
  ...ANY,
  ...BURNT,
  'extra.nameSystem.nameHash': ['accepted'],
  'extra.nameSystem.owner.spendKey': ['accepted'],
  'extra.nameSystem.owner.viewKey': ['accepted'],
  'extra.nameSystem.owner.isSubaddress': ['accepted'],
  'extra.nameSystem.encryptedValue': ['accepted'],
  'extra.nameSystem.encryptedValue shorter': ['size'],
}

export const BUY_SESSION: Expectations<NameOutcome> = {
  ...BUY,
  'extra.nameSystem.type': ['type'],
  'extra.nameSystem.backupOwner.key': ['accepted'],
}

/** Two years: too much is burned for one year, too little for five. */
export const BUY_TWO_YEARS: Expectations<NameOutcome> = {
  ...BUY,
  'extra.nameSystem.type': ['tooMuch', 'tooLittle', 'size'],
}

export const UPDATE: Expectations<NameOutcome> = {
  ...ANY,
  'extra dropped': ['noField'],
  'extra.nameSystem.type': ['type'],
  'extra.nameSystem.nameHash': ['noMapping'],
  'extra.nameSystem.signature.signature': ['unsigned'],
  'extra.nameSystem.encryptedValue': ['unsigned'],
  'extra.nameSystem.encryptedValue shorter': ['size'],
}

export const UPDATE_BY_OWNER: Expectations<NameOutcome> = {
  ...UPDATE,
  'extra.nameSystem.owner.spendKey': ['unsigned'],
  'extra.nameSystem.owner.viewKey': ['unsigned'],
  // The signature does not cover it.
  'extra.nameSystem.owner.isSubaddress': ['accepted'],
}

export const RENEW: Expectations<NameOutcome> = {
  ...ANY,
  ...BURNT,
  'extra.nameSystem.type': ['tooLittle', 'type', 'notRenewed'],
  'extra.nameSystem.nameHash': ['noMapping'],
}

/** For recorded transactions, which are of all types and have owners of both kinds, and a nonce. */
const owners = (name: string, outcome: NameOutcome): Expectations<NameOutcome> => ({
  [`extra.nameSystem.${name}.spendKey`]: [outcome],
  [`extra.nameSystem.${name}.viewKey`]: [outcome],
  [`extra.nameSystem.${name}.isSubaddress`]: ['accepted'],
  [`extra.nameSystem.${name}.key`]: [outcome],
})

const NONCE: Expectations<NameOutcome> = { 'extra.nonce**': ['accepted'] }

export const BUY_RECORDED: Expectations<NameOutcome> = {
  ...BUY,
  ...NONCE,
  ...owners('owner', 'accepted'),
  ...owners('backupOwner', 'accepted'),
  'extra.nameSystem.type': ['type', 'tooMuch', 'tooLittle', 'size'],
}

export const UPDATE_RECORDED: Expectations<NameOutcome> = {
  ...UPDATE_BY_OWNER,
  ...NONCE,
  ...owners('backupOwner', 'unsigned'),
  'extra.nameSystem.type': ['type', 'forBuying', 'size'],
}

export const RENEW_RECORDED: Expectations<NameOutcome> = {
  ...RENEW,
  ...NONCE,
  'extra.nameSystem.type': ['type', 'tooMuch', 'tooLittle', 'notRenewed'],
}
