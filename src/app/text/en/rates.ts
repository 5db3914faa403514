// Texts of values in a currency.

export const rates = {
  rates: {
    title: 'Value in a currency',
    what: 'Shows what amounts are worth. The rate comes from a service that you name: Faba has none of its own, and asks no one before you do.',
    learns:
      'The service learns your IP address, and that someone there has to do with {{ ticker }}: now and every ten minutes while this wallet is open. It never learns your balance, addresses or payments.',
    url: 'Address of the rate, for {{ network }}',
    urlHint:
      'Any address that answers with JSON, and lets pages of other sites read it. {{ currency }} and {{ ticker }} stand for the currency and the coin.',
    urlBad: 'Enter an address that begins with https://.',
    path: 'Place of the rate in the answer',
    pathHint:
      'Names and positions with dots between them, such as monero.eur or data.0.price. Empty: the answer is the rate.',
    currency: 'Currency',
    currencyHint: 'Three letters, such as EUR.',
    currencyBad: 'Enter the three letters of a currency, such as EUR.',
    save: 'Save and get the rate',
    turnOff: 'Turn off',
    turnedOff: 'Off. Nothing is requested any more.',
    price: '1 {{ ticker }} = {{ price }}, {{ time }}',
    about: '≈ {{ value }}',
    stale: '≈ {{ value }}, at the rate of {{ time }}',
    lessThan: 'less than {{ value }}',
    aboutNow: '≈ {{ value }} at the current rate',
    missing: 'No rate: the service does not give one now.',
    faults: {
      unreachable: 'The service does not answer, or does not let pages of other sites read its answer.',
      status: 'The service refused the request. It may limit how often it is asked: try again later.',
      format: 'The answer of the service is not JSON. Check the address.',
      path: 'There is no number at this place of the answer. Check the place.',
    },
  },
}
