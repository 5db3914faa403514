// Texts about coins: those that cannot be spent yet, and how long they wait.

export const coins = {
  waiting: {
    list: 'Not yet available',
    change: 'Change of {{ amount }} comes back {{ when }}.',
    received: '{{ amount }} that you received can be spent {{ when }}.',
    stake: '{{ amount }} is free from its stake {{ when }}.',
    staked: '{{ amount }} is locked as a stake.',
    later: '{{ amount }} is locked until a later date.',
    in: { one: 'in {{ time }} (1 block)', other: 'in {{ time }} ({{ count }} blocks)' },
    soon: 'less than a minute',
    minutes: { one: 'about 1 minute', other: 'about {{ count }} minutes' },
    hours: { one: 'about 1 hour', other: 'about {{ count }} hours' },
    days: { one: 'about 1 day', other: 'about {{ count }} days' },
  },
}
