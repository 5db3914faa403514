// Texts of the tool for multisig wallets.

export const multisig = {
  multisig: {
    guide: {
      about:
        'Several people share one wallet, and a payment needs the signatures of some of them: 2 of 3, for example. No one can spend alone, and the wallet survives the loss of some devices.',
      needs:
        'A new, empty wallet for each participant: the wallet gets new addresses when it becomes shared\nThe seed words of your wallet, written down\nA private way to exchange messages, such as an encrypted messenger: the first message has a secret',
      steps:
        'Agree on how many people take part, and how many must sign.\nEveryone shares their first message with all others, and enters theirs.\nRepeat with the messages of the next round, until the wallet says that its address is final.\nCompare the address with the others: it must be the same for all.\nEveryone backs up their own part.',
      final:
        'If so many participants lose their part that too few are left to sign, the coins are lost. Turning this wallet into a shared one cannot be undone: its present addresses, history and labels are no longer in it.',
    },
    noPayments: 'The page cannot pay from a shared wallet yet. Use one with coins that you can leave in it.',
    notWatchOnly: 'A watch-only wallet cannot become shared',
    notWatchOnlyHint: 'Use a wallet with its own seed words.',
    make: 'Make this wallet shared',
    hasCoins:
      'This wallet has coins. They stay at its present addresses and are then accessible only with its seed words. Better take a new, empty wallet.',
    total: 'Participants, you included',
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
      'Each participant saves the seed of their own part: Settings, Show seed words and keys. The seed words of the time before do not restore the shared wallet, nor does the seed of another participant.',
    infos: 'Exchange infos',
    infosBody:
      'No participant alone sees which coins of a shared wallet are spent. Before a payment, and to see the right balance, everyone exports an info and enters those of the others.',
    infosNeeded: 'New coins have arrived: exchange infos before the next payment.',
    infoExport: 'Export my info',
    infoFile: 'info of a participant',
    infoReplaces: 'Send it to the others. It replaces the one you exported before, which must not be used any more.',
    info: 'Info of participant {{ index }}',
    infoGo: 'Enter the infos',
    infoTooFew: 'Enter the infos of at least {{ count }} other participants.',
    infoDone: 'The infos are entered. They are about {{ count }} coins.',
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
    badMessage: 'This is no message of a participant for this round, or it is not complete. Copy it whole.',
  },
}
