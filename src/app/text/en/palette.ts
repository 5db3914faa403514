// Texts of the command palette and of keyboard shortcuts.

export const palette = {
  palette: {
    title: 'Commands',
    open: 'Search commands',
    search: 'Search',
    none: 'No matching commands.',
    results: { one: '1 command', other: '{{ count }} commands' },
    account: 'Show account {{ name }}',
    contact: 'Pay {{ name }}',
    lock: 'Lock wallet now',
    copyAddress: 'Copy main address',
    shortcut: 'Ctrl K',
    lockShortcut: 'Ctrl Alt L',
    secretsShortcut: 'Ctrl Alt W',
    passwordShortcut: 'Ctrl Alt P',
    send: 'Send a payment',
    receive: 'Receive a payment',
    offline: 'Sign offline',
    names: 'Names',
    stakes: 'Stakes',
    multisig: 'Shared wallet',
    nodes: 'Nodes',
    coins: 'Choose coins',
    contacts: 'Contacts',
    console: 'RPC console',
  },
}
