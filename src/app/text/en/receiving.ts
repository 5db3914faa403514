// Texts of the Receive screen beyond the address itself: sharing, the search, payments that arrive, integrated addresses, reuse.

export const receiving = {
  share: {
    share: 'Share',
    save: 'Save QR code',
    failed: 'The browser could not share it. Copy it instead.',
  },
  addresses: {
    search: 'Search addresses',
    searchPlaceholder: 'Label, address or number',
    none: 'No matching addresses.',
    found: { one: '1 address', other: '{{ count }} addresses' },
    reused: 'Payers can recognise this address: it was used before. Give each payer a new one.',
    fresh: 'Show a new one',
  },
  arrivals: {
    list: 'Payments to this address',
    seen: 'Seen, waits for a block',
    instant: 'Received instantly, you can rely on it',
    confirmed: 'Confirmed, {{ count }} of {{ needed }}',
    settled: 'Confirmed, can be spent',
    announceSeen: 'A payment of {{ amount }} was seen.',
    announceInstant: 'A payment of {{ amount }} was received instantly.',
    announceConfirmed: 'A payment of {{ amount }} was confirmed.',
    full: 'The requested amount was paid in full.',
    less: '{{ missing }} of the requested {{ amount }} is missing.',
    more: '{{ extra }} more than requested was paid.',
  },
  integrated: {
    name: 'Integrated address',
    about:
      'An integrated address is your main address with a payment id inside, by which a shop or an exchange distinguishes payments. Payers can recognise the address as the same, so use subaddresses unless you need the id.',
    paymentId: 'Payment id',
    hint: '16 digits from 0–9 and a–f. A random one if you leave it empty.',
    bad: 'Enter 16 digits from 0–9 and a–f, not all of them 0.',
    show: 'Show integrated address',
    tag: 'Payment id {{ id }}',
  },
}
