// Texts of errors of payments, names, nodes and the storage. Those that several screens share with their hints are in frame.ts.

export const errors = {
  paymentError: {
    notEnough: 'The balance does not cover the amount and the fee. Send less, or receive coins first.',
    notYetEnough:
      'The available coins do not cover the amount and the fee. Wait until more are available, or send less.',
    feeTooHigh: 'These coins do not cover the amount and the fee. Send less, or choose a slower speed.',
    nothingAvailable: 'No coins can be spent now. Wait until some are available.',
    nothingWorthFee: 'No coin is worth its fee. Choose a slower speed, or receive more first.',
    chainTooYoung:
      'There are too few coins on this chain to hide yours among them. Wait for more blocks, then try again.',
    feeLimit: 'The node requests a higher fee than you allow. Choose another node, or raise the limit in Settings.',
    feeFromAmounts: 'The fee cannot be taken from these amounts. Pay fewer recipients at once, or pay the fee on top.',
    integratedAlone: 'An integrated address cannot be paid together with other recipients. Pay it on its own.',
    address: 'This is not an address of this coin: a character may be missing, added or mistyped.',
    frozen: 'One of these coins was frozen after the payment was prepared. Thaw it first.',
    outdated: 'Coins of this payment were spent after it was prepared. Prepare it again.',
    notWaiting: 'This payment is no longer waiting. Prepare it again.',
    refused: 'The node refused the payment, and nothing was sent. Prepare it again, or choose another node.',
    refusedBecause:
      'The node refused the payment, and nothing was sent ({{ reason }}). Prepare it again, or choose another node.',
  },
  nodeError: {
    timeout: 'The node takes too long to respond. Try again, or choose another node in Settings.',
    busy: 'The node is overloaded or still synchronizing. Try again later, or choose another node in Settings.',
    wrongData:
      'The node sent inconsistent data, and nothing was done. Try again. If it happens again, choose another node in Settings.',
    wrongNetwork: 'The node serves another network than this wallet. Choose another node in Settings.',
    noTransaction: 'The node does not know this transaction. Check its id.',
  },
  nameError: {
    notFound: 'There is no address at this name. Check how it is spelled.',
    notPublished: '{{ name }} has no {{ ticker }} address.',
    notSigned: 'This name cannot be used: its address has no valid DNSSEC signatures.',
    service: 'The DNS service did not respond as it should. Try again, or choose another service in Settings.',
    order: 'This order is not possible: {{ message }}',
  },
  storageError: {
    blocked: 'Another tab runs an older version of this page. Close it, then try again.',
    lost: 'The connection to the storage was lost, and nothing was saved. Reload the page.',
    newer: 'A newer version of this page has changed the storage. Reload the page to use that version.',
    full: 'The storage of the browser is full. Free some disk space, then try again.',
    unreadable: 'The storage of the browser cannot be used. Reload the page, then try again.',
    damaged: 'Stored data of this wallet is damaged. Restore the wallet from its seed words or a backup file.',
  },
  keysError: {
    mismatch: 'These keys do not belong to this address. Check each key, and use the main address.',
    multisigSeed: 'This is not the seed of a part of a shared wallet. Enter it whole.',
  },
  stoppedError: {
    engine: 'The wallet was stopped in this tab. Reload the page.',
  },
}
