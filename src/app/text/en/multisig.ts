// Texts of the tool for multisig wallets: their key exchange, and their payments.

export const multisig = {
  multisig: {
    guide: {
      about:
        'Several people share one wallet, and a payment needs the signatures of some of them: 2 of 3, for example. No one can spend alone, and the wallet survives the loss of some devices.',
      needs:
        'A new, empty wallet for each participant: the wallet gets new addresses when it becomes shared\nThe seed words of your wallet, written down\nA private way to exchange messages, such as an encrypted messenger: the first message contains a secret',
      steps:
        'Agree on how many people take part, and how many must sign.\nEveryone sends their first message to all others, and enters the messages of the others.\nRepeat with the messages of the next round, until the wallet says that its address is final.\nCompare the address with the others: it must be the same for all.\nEveryone backs up their own part.',
      final:
        'If so many participants lose their part that too few are left to sign, the coins are lost. Turning this wallet into a shared one cannot be undone: its present addresses, history and labels are no longer in it.',
    },
    notWatchOnly: 'A watch-only wallet cannot become shared',
    notWatchOnlyHint: 'Use a wallet with its own seed words.',
    make: 'Make this wallet shared',
    hasCoins:
      'This wallet has coins. They stay at its present addresses and are then accessible only with its seed words. Better take a new, empty wallet.',
    total: 'Participants, including you',
    threshold: 'Signatures for a payment',
    loss: 'Coins are lost if more than {{ spare }} of the {{ total }} participants lose their part.',
    lossAll: 'Everyone must sign: if one participant loses their part, the coins are lost.',
    first: 'Your first message',
    firstBody:
      'It contains a secret: with all first messages, anyone sees the payments of the shared wallet. Send it only to the participants, in private.',
    firstShow: 'Show my first message',
    message: 'Your message for round {{ round }}',
    messageBody: 'Send it to all other participants before you continue.',
    copy: 'Copy message',
    others: 'Messages of the others',
    othersBody: 'One field for each of the other participants, in any order.',
    other: 'Message of participant {{ index }}',
    otherMissing: 'Paste the message of this participant.',
    twice: 'This message is already above. Each participant has their own.',
    understand: 'I have written down the seed words of this wallet',
    understandMissing: 'Write the seed words down first: Settings, Show seed words and keys.',
    go: 'Make the shared wallet',
    round: 'Round {{ round }} of the key exchange',
    roundBody: 'Everyone needs the messages of this round from all others. Messages of earlier rounds do not fit.',
    roundGo: 'Complete this round',
    notYet: 'The address is not final yet: do not receive coins before the last round.',
    ready: 'The shared wallet is ready',
    readyBody: '{{ threshold }} of {{ total }} participants sign each payment.',
    address: 'Address of the shared wallet',
    compare:
      'Compare it with every other participant before you receive coins. If it differs, someone has entered a wrong message: all start over with new wallets.',
    lastMessage: 'Your last message',
    lastMessageBody: 'Others may still need it to complete their last round.',
    backup: 'Back up your part',
    backupBody:
      'Each participant saves the seed of their own part: Settings, Show seed words and keys. The seed words from before do not restore the shared wallet, nor does the seed of another participant.',
    infos: 'Exchange signing data',
    infosBody:
      'No participant alone sees which coins of a shared wallet are spent. Before a payment, and to see the right balance, everyone exports their signing data and enters that of the others.',
    infosNeeded: 'New coins have arrived: exchange signing data before the next payment.',
    infoExport: 'Export my signing data',
    infoFile: 'signing data of a participant',
    infoReplaces: 'Send it to the others. It replaces the one you exported before, which must not be used any more.',
    info: 'Signing data of participant {{ index }}',
    infoGo: 'Enter the signing data',
    infoTooFew: {
      one: 'Enter the signing data of at least 1 other participant.',
      other: 'Enter the signing data of at least {{ count }} other participants.',
    },
    infoDone: 'The signing data is entered. Coins in it: {{ count }}.',
    faults: {
      none: 'Paste the messages of the others first.',
      threshold: 'This number of signatures does not fit the number of participants.',
      count: 'This number of participants is not possible.',
      round: 'A message is of another round. Ask its sender for the message of this round.',
      duplicate: 'Two different messages come from one participant. Ask for the right one, and use each message once.',
      missing: 'A message is missing. There must be one of every other participant.',
      foreign: 'A message is of another round or of another shared wallet. Ask its sender for the right one.',
      keys: 'A participant sent keys that are not their own. Ask all participants for new messages.',
      disagreement:
        'The participants do not agree: someone entered other messages than you. All start over with new wallets.',
      finished: 'The key exchange is already complete.',
    },
    badMessage: 'This is not a message from a participant for this round, or it is incomplete. Copy it whole.',
  },
  multisigPayment: {
    guide: {
      about:
        'One participant proposes a payment. The others sign it one after the other, until enough have signed. Then one of them sends it. Between the participants it travels as a small file or text.',
      needs:
        'Signing data of the participants who sign, exported since the last payment\nAs many participants as must sign, each with their own part of the wallet\nA way to hand files or texts on, such as a messenger',
      steps:
        'Everyone exports their signing data below, and enters that of the others.\nOne participant prepares the payment under Send, and saves it. This signs it for them.\nThe next participant opens it below, reads what it pays, signs it, and saves the new file. This repeats until enough have signed.\nAny participant opens the last file below, and sends it.\nBefore the next payment, everyone exports new signing data.',
      final:
        'Read recipients and amounts before you sign: they are computed by your own wallet. Use your part on one device only: if two copies of it sign with the same signing data, the other participants can compute your key from the signatures.',
    },
    prepareBody: 'The payment is built and signed here. Then other participants sign it, one after the other.',
    proposed: 'The payment is proposed',
    proposedBody:
      'Nothing is sent yet. You have signed it; {{ threshold }} of {{ total }} participants must sign. Hand it to the next one, who signs it under Tools, Shared wallet.',
    file: 'proposed payment',
    signedFile: 'payment signed by {{ signatures }} of {{ threshold }}',
    keep: 'Save or copy it before you leave this screen: the wallet does not keep it, and does not sign it a second time.',
    open: 'Open the shared wallet',
    propose: 'Prepare another payment',
    read: 'Sign or send a payment',
    readBody: 'From another participant. What it does is computed here, from the coins and keys of this wallet.',
    set: 'Payment of a participant',
    signatures: 'Signatures',
    count: '{{ signatures }} of {{ threshold }}, without yours',
    countOwn: '{{ signatures }} of {{ threshold }}, with yours',
    keepComplete:
      'Send or save it before you leave this screen: the wallet does not keep it, and does not sign it a second time.',
    handOn: 'You have signed this payment',
    handOnBody: 'Hand it to the next participant, who signs it too.',
    complete: 'Enough participants have signed. Any of them can send it, once.',
    handOnInstead: 'Let another participant send it',
    another: 'Open another payment',
    after: 'Before the next payment, everyone exports new signing data, and enters that of the others.',
  },
}
