// Texts of the home screen beyond balance and accounts: hidden amounts, tags, the balance over time, the reminder of a backup.

export const home = {
  amounts: {
    hide: 'Hide amounts',
    hideHint: 'Hides balances and amounts on this device, for example while others look at the screen.',
    show: 'Show amounts',
    hidden: 'hidden',
    chartHidden: 'The chart is hidden with the amounts.',
    shortcut: 'Ctrl Alt H',
  },
  accounts: {
    edit: 'Edit {{ name }}',
    tag: 'Tag (optional)',
    tagHint: 'Accounts with the same tag can be shown together. Only you see it.',
    description: 'What the tag means (optional)',
    descriptionHint: 'For all accounts with this tag. Shown where you choose the tag.',
    filter: 'Show accounts',
    filterAll: 'All',
    filterSum: 'Together',
    filterTag: 'With tag {{ tag }}',
  },
  balanceChart: {
    title: 'Balance over time',
    label: 'Chart of the balance over time',
    series: 'Balance',
    table: 'As a table',
    date: 'Date',
    watchOnly: 'Without key images, a watch-only wallet does not know what was spent: the balance can be too high.',
  },
  reminder: {
    title: 'No backup yet',
    body: 'If this device is lost or its browser data is deleted, so are the coins of this wallet. Write its seed words down, or save a backup file.',
    multisigBody:
      'If this device is lost or its browser data is deleted, so is your part of this shared wallet. Write its seed down, or save a backup file.',
    go: 'Back up in Settings',
    later: 'Not now',
  },
  reading: {
    soFar: 'Balance so far',
    running: 'Still being read',
    paused: 'Not read yet',
    share: '{{ percent }} % of the chain is read.',
    until: 'Payments after {{ date }} are not counted yet.',
    hint: 'Payments appear here as the wallet finds them in the chain.',
  },
  unverified: {
    watchOnly:
      'Up to {{ amount }} of this may be spent already: a watch-only wallet sees what arrives, but not what your wallet with the spend key has paid, until you import its key images.',
    shared: 'Up to {{ amount }} of this may be spent already by other participants, until you exchange signing data.',
    beforePaying:
      'Up to {{ amount }} of the balance may be spent already, and the network refuses a payment of spent coins. Do this first:',
  },
}
