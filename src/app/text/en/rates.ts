// Texts of values in a currency.

export const rates = {
  rates: {
    title: 'Value in a currency',
    what: 'Shows what amounts are worth. The rate comes from a service that you name: Faba has none of its own, and requests nothing before you do.',
    whatKnown:
      'Shows what amounts are worth, at the rate of {{ service }} ({{ host }}). Nothing is requested before you allow it here.',
    allow: 'Get the rate from {{ service }}',
    useOwn: 'Use another service',
    useKnown: 'Use {{ service }}',
    learns:
      'The service learns your IP address, and that someone there uses {{ ticker }}: now and every ten minutes while this wallet is open. It never learns your balance, addresses or payments.',
    url: 'Address of the rate, for {{ network }}',
    urlHint:
      'Any address that responds with JSON and lets pages of other sites read it. {{ currency }} and {{ ticker }} stand for the currency and the coin.',
    urlBad: 'Enter an address that begins with https://.',
    path: 'Place of the rate in the response',
    pathHint:
      'Names and positions with dots between them, such as monero.eur or data.0.price. Empty: the response is the rate.',
    currency: 'Currency',
    currencyHint: 'Three letters, such as EUR.',
    currencyBad: 'Enter the three letters of a currency, such as EUR.',
    save: 'Save and get the rate',
    turnOff: 'Turn off',
    turnedOff: 'Off. Nothing is requested any more.',
    price: '1 {{ ticker }} = {{ price }}, {{ time }}',
    typeIn: 'Enter the amount in {{ unit }}',
    about: '≈ {{ value }}',
    stale: '≈ {{ value }}, at the rate of {{ time }}',
    lessThan: 'less than {{ value }}',
    aboutNow: '≈ {{ value }} at the current rate',
    missing: 'No rate: the service provides none now.',
    faults: {
      unreachable: 'The service does not respond, or does not let pages of other sites read its response.',
      status: 'The service refused the request. It may limit the number of requests: try again later.',
      format: 'The response of the service is not JSON. Check the address.',
      path: 'There is no number at this place of the response. Check the place.',
    },
  },
}
