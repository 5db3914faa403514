// Texts that protect people from fraud: addresses that resemble known ones, and hints before the first large payment.

export const safety = {
  lookalike: {
    title: 'Careful: this address resembles another one.',
    contact: 'It begins and ends like that of {{ name }}, but it is a different address.',
    paid: 'It begins and ends like an address that you paid before, but it is a different address.',
    why: 'Thieves make such addresses and slip them into clipboards and messages. Ask the recipient by another way if you are not sure.',
    known: 'Known address',
    this: 'This address',
    confirm: 'I compared both, and want to pay this address',
    unconfirmed: 'Compare both addresses first.',
  },
  scam: {
    title: 'Before your first large payment',
    words: 'No legitimate service asks for your seed words or keys.',
    final: 'A payment cannot be reversed.',
    phone: 'Someone who guides you through this by phone or chat is a scammer.',
    read: 'I have read this, and I am not being pressured to pay',
  },
}
