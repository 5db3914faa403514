import type { Equivalent } from '../equivalent.ts'

type Change = readonly [original: string, replacement: string]

/** Mutants of one file of the wallet, by the reason for which they do nothing. */
const inFile = (path: string, reasons: Readonly<Record<string, readonly Change[]>>): Equivalent[] =>
  Object.entries(reasons).flatMap(([why, changes]) =>
    changes.map(([original, replacement]) => ({ file: `src/wallet/${path}`, original, replacement, why })),
  )

const NEW_ARRAY: Change = ['[]', '["Stryker was here"]']
const BOUND = 'a bound of the effort'
const WIPED = 'it wipes secrets that nothing else refers to'
const NOT_FIRST = 'an attempt is the first one or not'
const NO_VERSION_3 = 'networks have transactions of version 2 or 4'

export const spendEquivalents: readonly Equivalent[] = [
  ...inFile('spend/verify.ts', {
    'the parser has read as many of each as the transaction has inputs and outputs, which the check of the form has compared':
      [
        ['input?.kind', 'input.kind'],
        ['signature !== undefined &&\n        pseudoOut !== undefined', 'true'],
        [
          'signature !== undefined &&\n        pseudoOut !== undefined',
          'signature !== undefined || pseudoOut !== undefined',
        ],
        ['signature !== undefined', 'true'],
        ['pseudoOut !== undefined', 'true'],
        ['output !== undefined', 'true'],
        ['output?.viewTag', 'output.viewTag'],
        ['output?.change', 'output.change'],
        ['output?.payee', 'output.payee'],
        ['outputs[i]?.change', 'outputs[i].change'],
        ['transaction.rct.ecdhInfo[i]?.amount', 'transaction.rct.ecdhInfo[i].amount'],
      ],
    'the parser reads no transaction with proofs that does not spend keys': [
      ["input?.kind !== 'key'", 'false'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
      ['throw new SelfCheckError(`input ${i} spends no key`)', ';'],
    ],
    'published secrets were refused before': [["purpose.outputs === 'locked'", 'true']],
    'no field has this name': [NEW_ARRAY],
    'a transaction without a base has no proofs': [['rct === undefined', 'false']],
    'without receivers the public key is the same': [['first !== undefined', 'true']],
    'it was checked before': [
      ['published !== undefined', 'true'],
      ['proof !== undefined', 'true'],
    ],
    'a payment without a receiver is rejected in either case': [['receiver !== undefined', 'true']],
    [NO_VERSION_3]: [['transaction.version >= 3', 'transaction.version > 3']],
  }),
  ...inFile('spend/draft.ts', {
    [NO_VERSION_3]: [['form.transactionVersion >= 3', 'form.transactionVersion > 3']],
    'a draft without receivers pays the change address only': [
      ['receiver === undefined', 'false'],
      ['change !== undefined', 'true'],
      NEW_ARRAY,
    ],
    'there is a target for each key': [['targets[i]?.payee', 'targets[i].payee']],
  }),
  ...inFile('spend/sign.ts', {
    'the masks are random with any label': [["'pseudo output masks'", '""']],
    'it is replaced later, or transactions of this type do not have it': [NEW_ARRAY],
  }),
  ...inFile('spend/relatedness.ts', {
    'there is one, since the list is not empty': [
      ['last !== undefined', 'true'],
      ['output === undefined', 'false'],
    ],
    'what is no output is related to none': [NEW_ARRAY],
  }),
  ...inFile('spend/intent.ts', {
    'the parser of addresses throws nothing else': [['!(error instanceof AddressError)', 'false']],
  }),
  ...inFile('spend/selectTransfer.ts', {
    'which of two subaddresses of equal balance comes first is arbitrary, and the sort asks only for negative results':
      [
        ['a.total < b.total', 'true'],
        ['a.total < b.total', 'false'],
        ['a.total < b.total', 'a.total <= b.total'],
        ['a.total < b.total', 'a.total >= b.total'],
      ],
    [BOUND]: [['pairs > MAX_PAIRS', 'pairs >= MAX_PAIRS']],
    'no later pair is less related': [['related === 0', 'false']],
    'there is always one': [
      ['draft === undefined', 'false'],
      ['drafts[drafts.length - 1]?.inputs', 'drafts[drafts.length - 1].inputs'],
      ['outputs[position]?.amount', 'outputs[position].amount'],
      NEW_ARRAY,
    ],
    'preferred outputs are of the subaddress that is spent first': [['position >= 0', 'true']],
    'a transaction at the target weight is full in either case': [['false', 'true']],
    'the two amounts are equal': [['part > available', 'part >= available']],
    'nothing is paid in part then': [['next === undefined', 'false']],
    'the preferred output is the next input in either case': [['preferred.length > 0', 'false']],
    'there are no candidates in either case': [
      ['groups.length > 0', 'true'],
      ['groups.length > 0', 'groups.length >= 0'],
    ],
  }),
  ...inFile('spend/build.ts', {
    [WIPED]: [
      ['wipe(spendSecret, viewSecret)', ';'],
      ['discardDraft(built.draft)', ';'],
      ['discardDraft(draft)', ';'],
      ['built !== undefined', 'false'],
    ],
    'a random address is no subaddress with any name of its kind': [["'standard'", '""']],
    'the keys are random with any label': [["'transaction keys'", '""']],
    'only the random numbers of the draft differ': [
      ['built === undefined || built.change > 0n !== change > 0n', 'true'],
    ],
    'each planned input has a ring': [NEW_ARRAY],
    'a draft without change is not built again: a higher fee would fall short': [
      ['built.change > 0n', 'true'],
      ['built.change > 0n', 'built.change >= 0n'],
    ],
  }),
  ...inFile('spend/prepare.ts', {
    [WIPED]: [['discard(finished)', ';']],
    'a draft has an output for each recipient, and otherwise only one that is change': [
      ['payee === undefined', 'false'],
      ['destination === undefined', 'false'],
      ['-1n', '+1n'],
      [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
        'throw new SelfCheckError(`it pays a destination ${destination} that was not requested`)',
        ';',
      ],
    ],
    'a transaction has an input': [['account === undefined', 'false']],
    'the tolerance is one percent': [['highestFee * FEE_TOLERANCE_PERCENT', 'highestFee / FEE_TOLERANCE_PERCENT']],
    'a purpose that is undefined is that of a payment': [['job.source.purpose === undefined', 'false']],
  }),
  ...inFile('spend/paymentContext.ts', {
    'the check of fees throws nothing else': [['!(error instanceof FeeEstimateError)', 'false']],
  }),
  ...inFile('spend/readyInputs.ts', { 'each output has a ring': [['ring !== undefined', 'true']] }),
  ...inFile('node/relay.ts', {
    'what was not reverted is recorded unchanged': [['known.reverted', 'true']],
    [NOT_FIRST]: [["'repeated'", '""']],
  }),
  ...inFile('spend/payments.ts', {
    [NOT_FIRST]: [["'repeated'", '""']],
    'a prepared transaction has its keys': [['keys !== undefined', 'true']],
  }),
  ...inFile('rings/decoys.ts', {
    [BOUND]: [
      ['draws < MAX_DRAWS', 'draws <= MAX_DRAWS'],
      ['usable > MAX_YOUNG_OUTPUTS', 'usable >= MAX_YOUNG_OUTPUTS'],
    ],
    'what is drawn already is not added again': [['!drawn.has(index)', 'true']],
  }),
  ...inFile('rings/ringMembers.ts', {
    'a key that is checked again has the same result': [
      ["keys.filter((_, i) => !known.has(texts[i] ?? ''))", 'keys'],
      ["texts[i] ?? ''", "texts[i] && ''"],
      ["''", '"Stryker was here!"'],
    ],
  }),
  ...inFile('rings/ringDrafts.ts', {
    [BOUND]: [['redraw <= MAX_REDRAWS', 'redraw < MAX_REDRAWS']],
    'of a ring that is not known the candidates differ already': [['before?.members', 'before.members']],
    'those that are not blacklisted come first already': [['sorted.filter((index) => blacklist.has(index))', 'sorted']],
    'what is no index is not among the outputs of the chain': [NEW_ARRAY],
  }),
]
