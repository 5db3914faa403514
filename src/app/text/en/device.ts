// Texts of the settings of this device: storage, installation, links, notifications.

export const device = {
  device: {
    title: 'This device',
    storage: 'Storage',
    used: '{{ used }} of {{ quota }}',
    usedAlone: '{{ used }}',
    kept: 'Kept until you remove it',
    keptNot: 'The browser may delete it when the disk is full',
    keep: 'Keep it always',
    keepRefused:
      'The browser did not agree. It often does after the page was installed or used for some days. Keep your seed words in any case.',
    keepDone: 'The browser keeps the wallets of this page.',
    install: 'Install as an app',
    installHint: 'It opens in its own window and works without a network.',
    installLater: 'No, thanks',
    installBy: {
      ios: 'In Safari: Share, then Add to Home Screen.',
      safari: 'In Safari: File, then Add to Dock.',
      firefox: 'In Firefox: the menu, then Install or Add to Home screen.',
    },
    installed: 'Installed as an app.',
    links: 'Open payment links',
    linksHint: 'Links such as web+monero: on other sites open the form of a payment here. The browser asks you first.',
    linksDone: 'The browser asked you about each coin. Its settings show what you chose.',
    arrivals: 'Notify me of payments',
    arrivalsHint: 'While this page is open in the background. Notifications show no amounts.',
    arrivalsDenied: 'The browser does not allow notifications. Allow them in the settings of this site, and try again.',
    linksDenied: 'This browser does not let pages open payment links.',
    arrivedTitle: '{{ name }}',
    arrived: { one: 'A payment has arrived.', other: '{{ count }} payments have arrived.' },
  },
}
