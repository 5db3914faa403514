// Texts about backup files.

export const backup = {
  backup: {
    title: 'Restore a backup file',
    link: 'Restore a backup file',
    linkHint: 'You saved a backup of a wallet in Faba, here or on another device.',
    body: 'A backup file contains the whole wallet: its keys, history, notes, labels, contacts and settings.',
    file: 'Backup file',
    fileHint: 'Its name ends with .faba-backup. Choose it, or drop it here.',
    fileMissing: 'Choose the backup file first.',
    passwordHint: 'The password that the wallet had when the backup was saved. It becomes its password here too.',
    name: 'Wallet name (optional)',
    nameHint: 'Leave it empty to keep the name of the backup.',
    submit: 'Restore wallet',
    save: 'Save backup file',
    saveBody:
      'The file contains the whole wallet: its keys, history, notes, labels, contacts and settings. It is encrypted with the password of this wallet. Anyone with the file and the password can take the coins. Keep the seed words too: they work without a file and without Faba.',
    saveMultisigBody:
      'The file contains the whole wallet: its keys, history, notes, labels, contacts and settings. It is encrypted with the password of this wallet. Anyone with the file and the password can sign in your place. After a restore, exchange new signing data before the next payment.',
    done: 'The backup file was saved. It does not contain what happens from now on.',
    faults: {
      format: 'This is not a Faba backup file, or it is damaged. Try another copy of it.',
      version: 'This backup was saved by a newer version of Faba. Update Faba first.',
      password: 'The password does not open this backup. It is the one that the wallet had when the backup was saved.',
    },
  },
  storageLoss: {
    phase: 'The wallet cannot be stored',
    badge: 'Not stored',
    clearedTitle: 'This wallet is no longer stored in this browser',
    clearedBody:
      'The data of this page were deleted while the wallet was open: in the settings of the browser, by another page of this site, or by the browser for lack of space. The wallet is only in the memory of this tab now. If you close or reload the tab, it is gone, and only its seed words or a backup restore it. Wallets that were not open are gone already.',
    saveBackup: 'Save a backup now',
    writeBack: 'Write it back',
    writtenBack: 'The wallet is stored in this browser again.',
    lostTitle: 'The wallets are no longer stored in this browser',
    lostBody:
      'The data of this page were deleted while no wallet was open: in the settings of the browser, by another page of this site, or by the browser for lack of space. The coins are safe in the chain. Restore each wallet from its seed words, a backup or its keys.',
    problemTitle: 'What is new is not stored',
    problemBody:
      'You see what was stored last. Payments are not made while they cannot be stored. A backup on another device saves the wallet if this one fails.',
  },
  sheet: {
    print: 'Print',
    hint: 'Prints one sheet with the words and what a restore needs. Shared printers keep copies of what they print: use one of your own.',
    title: 'Backup sheet',
    height: 'Restore from',
    inside: 'The month is in the words',
    needed: 'Needed. It is not on this sheet.',
    none: 'None',
    keptAt: 'Where this sheet is kept',
    passphraseKeptAt: 'Where the passphrase is kept',
    printed: 'Printed on {{ date }}',
    keep: 'Keep this sheet dry and where only you can reach it: anyone who reads the words can take the coins. Shared printers keep copies of what they print, and so do cameras and clouds.',
  },
}
