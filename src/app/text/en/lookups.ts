// Texts of the tools that look things up: fees, transactions, and whose an address is.

export const lookups = {
  feesNow: {
    title: 'Fees now',
    hint: 'What a payment costs, and what waits before it.',
    about:
      'What a payment costs now at each speed, and how many full blocks are mined before it. Your node is asked again with each block and every 20 seconds while this screen is open.',
    speed: 'Speed',
    fee: 'Fee',
    before: 'Waits for',
    perKb: '{{ fee }} per kB',
    usual: 'usual now',
    next: 'the next block',
    atOnce: 'no block',
    blocks: { one: '1 full block', other: '{{ count }} full blocks' },
    unknown: 'not known',
    ordinary: 'Ordinary payment',
    ordinaryValue: '2 inputs, 2 outputs, {{ size }}',
    pool: 'In the pool',
    poolValue: { one: '1 transaction, {{ size }}', other: '{{ count }} transactions, {{ size }}' },
    reason: 'A fee above the usual one makes a payment recognisable. Choose it only while payments wait.',
  },
}
