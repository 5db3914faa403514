// Texts of the tools that look things up: fees, transactions, and whose an address is.

export const lookups = {
  feesNow: {
    title: 'Fees now',
    hint: 'What a payment costs, and what waits before it.',
    about:
      'What a payment costs now at each speed, and how many full blocks are mined before it. Your node is asked again with each block and every 20 seconds while this screen is open.',
    speed: 'Speed',
    fee: 'Fee',
    before: 'Waits for',
    perKb: '{{ fee }} per kB',
    usual: 'usual now',
    next: 'the next block',
    atOnce: 'no block',
    blocks: { one: '1 full block', other: '{{ count }} full blocks' },
    unknown: 'not known',
    ordinary: 'Ordinary payment',
    ordinaryValue: '2 inputs, 2 outputs, {{ size }}',
    pool: 'In the pool',
    poolValue: { one: '1 transaction, {{ size }}', other: '{{ count }} transactions, {{ size }}' },
    reason: 'A fee above the usual one makes a payment recognisable. Choose it only while payments wait.',
  },
  lookup: {
    title: 'Transactions and addresses',
    hint: 'Find a payment by its id, send a raw transaction, or see whose an address is.',
  },
  findTx: {
    title: 'Find a transaction',
    about:
      'For a payment of yours that is missing here, for example from before the wallet was restored. If this wallet does not have it, your node is asked and learns that this id interests you.',
    txid: 'Transaction id',
    missing: 'Enter the id of the transaction.',
    bad: 'A transaction id has 64 characters, 0–9 and a–f.',
    go: 'Find',
    known: 'This wallet has it already.',
    found: 'Found. It is in the history now.',
    foreign: 'This transaction exists, but it neither pays nor spends anything of this wallet.',
    older:
      'This transaction was not added: the wallet knows one that is as recent or newer, which could have spent its coins. Scan the chain again from a block before it: Settings, Advanced.',
  },
  rawTx: {
    title: 'Send a raw transaction',
    about:
      'For a signed transaction in hexadecimal digits, from this or another program. It is sent through your node.',
    text: 'Raw transaction',
    read: 'Show what it is',
    go: 'Send it',
    sent: 'The node has accepted it.',
    already: 'The node already had it.',
    form: 'Form',
    formValue: '{{ size }}, version {{ version }}',
    inputs: 'Inputs',
    inputsValue: { one: '1, in a ring of {{ ring }}', other: '{{ count }}, each in a ring of {{ ring }}' },
    outputs: 'Outputs',
    own: { one: 'It spends 1 coin of this wallet.', other: 'It spends {{ count }} coins of this wallet.' },
    foreign: 'It spends no coin of this wallet. Only its recipients can see whom it pays, and how much.',
    isKnown: 'The history of this wallet has it.',
    refused: 'The node refused this transaction, and nothing was sent. Try another node.',
    refusedBecause: 'The node refused this transaction, and nothing was sent ({{ reason }}).',
    doubleSpend: 'The node refused this transaction: its coins are spent by another one.',
    faults: {
      hex: 'This is not a raw transaction: it has other characters than 0–9 and a–f, or one is missing.',
      form: 'This is not a whole transaction of this network. Copy all of it.',
      coinbase: 'This transaction creates coins for a miner. It exists only in its block.',
    },
  },
  isMine: {
    title: 'Is this address mine?',
    about: 'This is found out on this device; no node is asked.',
    address: 'Address or payment link',
    missing: 'Enter an address.',
    go: 'Check',
    yes: 'Yes, this address is yours',
    no: 'No, this wallet does not watch this address',
    noHint: {
      one: 'It is not the address that this wallet watches.',
      other:
        'It is none of the {{ count }} addresses that this wallet watches. One of yours beyond these is found once the wallet looks further ahead: Settings, Advanced.',
    },
    integrated: 'Main address with a payment id',
    ahead: 'It was not created here yet, but payments to it arrive.',
  },
}
