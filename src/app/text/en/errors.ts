// Texts of errors of payments, names, nodes and the storage. Those that several screens share with their hints are in frame.ts.

export const errors = {
  paymentError: {
    notEnough:
      'The balance of {{ available }} does not cover the amount and the fee, {{ needed }} together. Send less, or receive coins first.',
    notYetEnough:
      'Only {{ unlocked }} can be spent now, but the amount and the fee are {{ needed }} together. Wait until more is available, or send less.',
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
    selfCheck:
      'The finished payment did not pass the check of this wallet, and nothing was sent. Try again, or choose another node in Settings.',
    notWaiting: 'This payment is no longer waiting. Prepare it again.',
    refused: 'The node refused the payment, and nothing was sent. Prepare it again, or choose another node.',
    refusedBecause:
      'The node refused the payment, and nothing was sent ({{ reason }}). Prepare it again, or choose another node.',
    doubleSpend:
      'Nothing was sent: coins of this payment are already spent, by another copy of this wallet. Let this wallet synchronise, then prepare the payment again.',
    amountText: 'This is not an amount of this coin. Enter digits and a point, such as 12.5.',
    outputs: 'A payment of everything can be divided into at most {{ max }} parts, not {{ count }}.',
    speed: 'This speed does not exist for this kind of payment now. Choose another speed.',
    instant:
      'No instant payment can be approved at present, and nothing was sent. Pay the ordinary way, which costs less.',
    coinGone: 'One of these coins is no longer in this wallet. Go back to the list of coins, and choose again.',
  },
  nodeError: {
    refused: 'The node does not serve this request. Choose another node in Settings.',
    refusedBecause: 'The node refused this request: “{{ reason }}”. Try again, or choose another node in Settings.',
    login: 'The node requires a login, which this page cannot give. Choose another node in Settings.',
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
  },
  storageError: {
    blocked: 'Another tab runs an older version of this page. Close it, then try again.',
    lost: 'The connection to the storage was lost, and nothing was saved. Reload the page.',
    cleared: 'The data of this page were deleted while the wallet was open, and nothing was saved. Try again.',
    newer: 'A newer version of this page has changed the storage. Reload the page to use that version.',
    full: 'The storage of the browser is full. Free some disk space, then try again.',
    unreadable: 'The storage of the browser cannot be used. Reload the page, then try again.',
    damaged: 'Stored data of this wallet is damaged. Restore the wallet from its seed words or a backup file.',
    network: 'This version of Faba does not know the network {{ id }}. Update Faba to open this wallet.',
    reload: 'This browser cannot keep a wallet open while the page reloads. Unlock it again after each reload.',
  },
  keysError: {
    mismatch: 'These keys do not belong to this address. Check each key, and use the main address.',
    multisigSeed: 'This is not the seed of a part of a shared wallet. Enter it whole.',
    invalid:
      'This contains a key that is not valid: it is damaged, or a character is wrong. Compare it with its source.',
    notShared: 'Only a shared wallet can do this, and this is not one.',
  },
  stoppedError: {
    request: 'This request is no longer waiting.',
    file: 'A file of the page could not be loaded. Reload the page.',
    engine: 'The wallet was stopped in this tab. Reload the page.',
    webAssembly:
      'This browser cannot run the cryptography of Faba: WebAssembly is turned off or outdated. Allow it for this site, or use another browser.',
    memory: 'The browser has too little memory left. Close other tabs, then reload the page.',
    random: 'The browser returned no usable random numbers, so nothing was done. Restart the browser, then try again.',
    scanner: 'The part of the page that looks for payments has stopped. Reload the page.',
    devnet: 'The development node of this page has stopped. Reload the page.',
  },
  urlError: {
    login: 'The address contains a login (name:password@), which a page cannot send. Use a node without a login.',
    port: 'The port, the number behind the colon, is at most 65535.',
  },
  destinationError: {
    coin: 'This is a payment link or an address of {{ coin }}. This wallet has another coin: ask for an address of that one.',
    page: 'This is the address of a web page. Open it, and copy the address or the payment link from there.',
    network:
      'This address belongs to another network: {{ network }}. Ask for an address of the network of this wallet.',
    link: 'This payment link is damaged. Ask for a new one, or paste the address itself.',
    paymentId:
      'This request has an old payment id beside its address, which cannot be sent. Ask for an integrated address or a subaddress.',
  },
  seedError: {
    words: 'Word {{ position }} is not in the word list. Check how it is spelled.',
    wrong: 'These words are not a seed. A seed has 25 words: compare each with your notes.',
    old: 'These words are of the old English list, in use until 2014. Restore them in the command-line wallet of Monero, and use its new words here.',
    check: 'This is not word {{ position }} of your seed words. Compare it with your notes.',
    gone: 'The new seed words are gone, because the page was reloaded or stopped. Create others.',
    language: 'There are no seed words in this language. Choose another one.',
  },
  stakeError: {
    full: 'This service node takes no more coins from this wallet.',
    contributors: 'This service node already has as many contributors as it can have.',
    minimum: 'This service node takes {{ minimum }} or more.',
    unknown: 'The node knows no service node with this key. Check the key, and that the service node is registered.',
    registered: 'This service node is already registered.',
    options: 'This command has an option that is not possible here. Copy the line as the service node printed it.',
  },
  unlockError: {
    none: 'This wallet has no stake in this service node.',
    requested: 'The unlock was already requested. The stake is free at about block {{ height }}.',
    foreign: 'This stake cannot be unlocked by this wallet.',
  },
  registrationError: {
    form: 'This command is not complete, or it was changed. Copy the whole line that the service node printed.',
    expired: 'This command has expired. Prepare a new one at the service node.',
    foreign:
      'The operator in this command is another wallet: its first address is not your main address. Prepare it again with the address of this wallet.',
    signature: 'This command was not signed by its service node. Prepare a new one at the service node.',
  },
  entryError: {
    fileTooLarge: 'This file is too large: at most {{ limit }}.',
    contact: 'The contacts have changed meanwhile. Check them, and try again.',
    walletName: 'This name is too long, or stands for a folder. Choose another one.',
    hex: 'This text has a wrong length, or other characters than 0–9 and a–f. Copy all of it again.',
    data: 'This data is incomplete or was changed on the way. Copy, export or scan it again.',
    decryption:
      'This data cannot be decrypted: it was made for another wallet or with another password, or it was changed on the way.',
    paymentId: 'A payment id has 16 characters, 0–9 and a–f, and not all of them are 0.',
    address: 'This wallet has no such account or address. Choose another one.',
    tag: 'No account has this tag any more. Tag an account first.',
    settings:
      'These settings were not saved: a value is outside its range, or there is no address of a node. Check each of them.',
  },
}
