// Texts of the frame: navigation, actions, sync state, errors, and the screens of a tab without a wallet.

export const frame = {
  app: {
    name: 'Faba',
    installedName: 'Faba wallet',
    description: 'A private wallet that lives in your browser. Keys never leave the device.',
    tagline: 'A private wallet that lives in your browser.',
    starting: 'Starting…',
    skip: 'Skip to content',
    loading: 'Loading…',
  },
  nav: {
    label: 'Main',
    home: 'Home',
    send: 'Send',
    receive: 'Receive',
    history: 'History',
    coins: 'Coins',
    contacts: 'Contacts',
    tools: 'Tools',
    settings: 'Settings',
    lock: 'Lock wallet',
    close: 'Close wallet',
    nodes: 'Nodes',
    more: 'More',
  },
  networkKind: {
    mainnet: 'Mainnet',
    testnet: 'Testnet',
    stagenet: 'Stagenet',
    devnet: 'Devnet',
    regtest: 'Practice',
  },
  shortcuts: {
    title: 'Keys',
    search: 'Search on this screen',
    add: 'New payment, address or contact',
    submit: 'Submit the form',
    hint: 'Keys work while no field has the focus.',
  },
  more: {
    coins: 'Freeze, combine and choose coins',
    contacts: 'Names for addresses',
    tools: 'Proofs, offline signing, shared wallets',
    nodes: 'Where the wallet gets its data',
    settings: 'Security, backup, display',
  },
  action: {
    back: 'Back',
    cancel: 'Cancel',
    continue: 'Continue',
    save: 'Save',
    saved: 'Saved',
    close: 'Close',
    copied: 'Copied',
    copyFailed: 'Could not copy',
    copyChanged: 'Another program changed it',
    retry: 'Try again',
    home: 'Go to Home',
  },
  leaving: {
    title: 'Leave this wallet?',
    lost: 'Leaving discards what you entered under {{ places }}.',
    lockKeeps: 'Locked, the wallet keeps it for a day, encrypted, and shows it again.',
    discard: 'Discard and leave',
  },
  otherTab: {
    title: 'Faba is open in another tab',
    body: 'Only one tab at a time can hold your keys. This prevents paying twice.',
    use: 'Use here',
    takingOver: 'Closing the other tab…',
  },
  framed: {
    title: 'Faba does not open inside another page',
    body: 'The page around it could guide your clicks. Open Faba in a tab of its own, and check its address.',
    open: 'Open Faba in a new tab',
  },
  insecure: {
    title: 'This address is not secure',
    body: 'Browsers do not allow keys and storage on pages from an unencrypted connection. Open Faba over https://, or on this device at http://localhost.',
  },
  unsupported: {
    title: 'Faba cannot run in this browser',
    storage:
      'The browser does not let Faba store a wallet. Allow this site to save cookies and site data, in the settings of the browser. Some private windows allow none: use a normal window then.',
    webAssembly:
      'WebAssembly is turned off, and Faba needs it. Security modes turn it off, such as Lockdown Mode of Apple devices: make an exception for this site, or open Faba in another browser.',
    update:
      'The browser lacks a feature that Faba needs: {{ feature }}. Update the browser, or open Faba in a current Firefox, Chrome, Edge or Safari.',
  },
  crashed: {
    title: 'The wallet stopped',
    body: 'Everything saved so far is safe. Reload the page and open the wallet again.',
    reload: 'Reload',
  },
  failure: {
    title: 'This screen has a problem',
    body: 'Your wallet is safe. Try again, or go to another screen.',
  },
  update: {
    ready: 'A new version of Faba is ready.',
    waits: 'A new version of Faba is ready. It starts when your payment is sent or cancelled.',
    now: 'Update now',
    later: 'Later',
    title: 'Updating Faba',
    body: 'The wallet closes and the new version starts. This takes a few seconds.',
    blocked:
      'Your wallet is closed and safe. To finish the update, connect to the network and try again, or close every tab of Faba and open it again.',
    stay: 'Back to Faba',
  },
  notFound: {
    title: 'Page not found',
    body: 'There is no page at this address.',
    home: 'Go to the start',
  },
  sync: {
    label: 'Synchronisation',
    connecting: 'Connecting to the node…',
    syncing: 'Looking for payments',
    synced: 'Up to date',
    onRequest: 'Refresh is off',
    onRequestHint: 'Automatic refresh is off or rare. New payments show only after a refresh.',
    onRequestResume: 'Turn automatic refresh on',
    badgeConnecting: 'Connecting…',
    badgeOffline: 'Offline',
    badgeStopped: 'Waiting for you',
    offline: 'Node not reachable',
    offlineHint:
      'Your balance is from the last scanned block. Check the connection or choose another node in Settings.',
    blocks: 'Block {{ height }} of {{ target }}',
    block: 'Block {{ height }}',
    blocksLeft: { one: '1 block left', other: '{{ count }} blocks left' },
    hoursBehind: { one: '1 hour behind', other: '{{ count }} hours behind' },
    daysBehind: { one: '1 day behind', other: '{{ count }} days behind' },
    refresh: 'Check now',
    stopped: 'Waiting for your decision',
    fork: 'The node has a different history',
    forkBody:
      'From block {{ height }} on, the blocks of the node differ from those that your wallet scanned. A malicious node can do this. Your wallet stays as it is: compare with another node in Settings. If this node is right, follow it.',
    forkGo: 'Scan again from block {{ height }}',
    outdated: 'Update needed',
    outdatedBody:
      'From block {{ height }} on, the network follows hard fork {{ version }}, which this version of Faba does not know. What you see is from the blocks before, and nothing is lost. Update Faba to see new payments and to pay. If no update exists, the node may be wrong: compare with another one in Settings.',
    altered: 'Payments may be missing',
    alteredBody:
      'A node altered transactions. Your wallet ignores altered ones, but it checked only a part of the earlier blocks from that node. Scan again with a node you trust.',
  },
  duration: {
    seconds: 'less than a minute left',
    minutes: { one: 'about 1 min left', other: 'about {{ count }} min left' },
    hours: { one: 'about 1 h left', other: 'about {{ count }} h left' },
    days: { one: 'about 1 day left', other: 'about {{ count }} days left' },
    unknown: 'estimating…',
  },
  time: {
    block: 'block {{ height }}',
    heightValue: '{{ height }} · about {{ date }}',
    heightInSentence: '{{ height }} (about {{ date }})',
    unix: 'UNIX time {{ seconds }}',
  },
  error: {
    title: 'That did not work',
    wrongPassword: 'The password is wrong. Check capital letters and try again.',
    nodeUnreachable: 'The node does not respond. Check the connection, or choose another node in Settings.',
    noWallet: 'The wallet is closed or locked. Open it and try again.',
    multisigInfo:
      'This is not signing data from a participant of this wallet, or it was changed on the way. Ask for it again.',
    multisigInfoNeeded:
      'This wallet lacks signing data from the other participants. Everyone exports their own and enters that of the others: Tools, Shared wallet.',
    multisigUnsupported: 'A shared wallet cannot do this: its participants sign payments only.',
    staleNonce:
      'This payment uses signing data of yours that was already used or replaced. Nothing was signed. Export new signing data, give it to the others, and have the payment prepared again.',
    polyseed: {
      count: 'A polyseed has 16 words. Check that none is missing or typed twice.',
      words: 'Word {{ position }} is not in the word list of polyseeds. Check how it is spelled.',
      checksum:
        'The words do not fit together: one differs from what you noted, two are swapped, or the seed belongs to another coin.',
      features: 'This polyseed was made for a program that Faba does not know. Restore it there.',
      passphrase: 'This polyseed is encrypted. Enter its passphrase under More options.',
      language: 'These words are right in several languages. Write them in full, not only their first letters.',
      coin: 'Polyseeds belong to Monero. Choose a network of Monero below.',
    },
    keysFile: {
      password: 'The password of the files is wrong, or this is not the keys file of a wallet.',
      keys: 'This keys file is damaged. Use the seed words, or an older copy of the file.',
      network: 'This keys file belongs to a wallet of another network. Choose that network below.',
      unsupported:
        'Faba cannot open the keys file of this kind of wallet, such as a hardware wallet. Restore the wallet from its words, or enter its keys, where the other program shows them.',
    },
    walletCache: {
      password:
        'The file beside the keys file cannot be read: it is damaged, or it has another password. Remove it to open the wallet without its notes, labels and recipients.',
      format:
        'The file beside the keys file has a format of another version. Open and close the wallet once with the newest version of its program, or remove the file to open the wallet without its notes, labels and recipients.',
      keys: 'The two files belong to different wallets. Choose the two that have one name.',
    },
    multisigSet: {
      signed: 'You have already signed this payment. Hand it to the next participant.',
      'too-many-candidates':
        'This payment requests too many signatures at once, which is not safe with this coin. Sign after other participants, or have it prepared again with the infos of only those who will sign.',
      'too-many-signers': 'More participants have signed this payment than needed. Have it prepared again.',
      complete: 'Enough participants have signed this payment already. It can be sent.',
      incomplete: 'Too few participants have signed this payment. Hand it to the next one.',
      signers:
        'This payment was prepared without your signing data, so you cannot sign it. Hand it to another participant, or give your signing data to its author, who prepares it again.',
      unsafe: 'Refused, and nothing was signed: a signature could reveal your key. Have the payment prepared again.',
      failed:
        'The signatures do not fit together, and nothing was sent. The part of a participant is wrong, or their signing data was. Exchange new signing data, and prepare the payment again.',
    },
    unknownFork:
      'The network follows a newer hard fork than this version of Faba knows, so nothing was paid. Update Faba. If no update exists, the node may be wrong: compare with another one in Settings.',
    nameText:
      'This name is not valid. Session names have up to 64 letters, digits, hyphens and underscores; Lokinet names have letters, digits and hyphens and end with .loki.',
    nameType: 'This kind of name is not available here yet.',
    nameValue:
      'Such a name cannot stand for this. A Session id has 66 characters, 0–9 and a–f, and begins with 05. A Lokinet address has 52 characters and ends with .loki.',
    nameOwner: 'This is neither an address of this coin nor a key of 64 characters.',
    watchOnly: 'This wallet is watch-only: the wallet with the spend key must do this.',
    utf8: 'This file is not UTF-8 text. Save it as UTF-8 and try again.',
    transferSet:
      'This is not the expected kind of payment of this wallet, or it was changed on the way. Check the file and transfer it again.',
    outputList: 'This is not a list of coins of this wallet, or it was changed on the way. Export it again.',
    keyImageList: 'These are not key images of this wallet, or they were changed on the way. Export them again.',
    keyImagesRefused:
      'The key images were refused, and none of them were imported: a signature is wrong. Export them again from the wallet with the spend key.',
    keyImagesNewer:
      'The key images do not match the coins of this wallet. Let it synchronise, transfer its list of coins, and export the key images again.',
    internal: 'An internal error occurred. Try again. If it happens again, reload the page.',
  },
}
