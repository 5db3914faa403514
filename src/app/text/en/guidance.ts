// Texts of short messages, and of the tour for a new user.

export const guidance = {
  toast: {
    label: 'Messages',
    undo: 'Undo',
    undoKeys: 'Ctrl Z undoes it.',
    dismiss: 'Dismiss',
    notSaved: 'Not saved: everything is as before. {{ reason }}',
    contactRemoved: '{{ name }} was removed.',
    addressHidden: '{{ name }} is hidden. It shows again once it receives something.',
    nodeRemoved: 'The node was removed: {{ node }}',
    frozen: {
      one: 'The coin is frozen: payments do not use it.',
      other: '{{ count }} coins are frozen: payments do not use them.',
    },
    thawed: {
      one: 'The coin is thawed: payments may use it.',
      other: '{{ count }} coins are thawed: payments may use them.',
    },
  },
  tour: {
    label: 'First steps',
    step: '{{ step }} of {{ steps }}',
    keepTitle: 'Keep your words',
    keep: 'The seed words restore this wallet on any device. Keep them on paper, where only you find them. If they are lost, no one can bring them back.',
    payTitle: 'Receive and send',
    pay: 'Receive shows an address to share. Send shows the whole payment with its fee first, and nothing leaves before you confirm it.',
    findTitle: 'Find everything',
    find: 'Security, nodes and language are in Settings. With a keyboard, Ctrl K finds every screen, account and contact. The lock at the top locks the wallet at once.',
    back: 'Back',
    next: 'Next',
    skip: 'Skip',
    done: 'Done',
    again: 'Show the first steps',
  },
}
