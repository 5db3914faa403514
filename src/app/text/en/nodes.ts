// Texts about nodes: their states, and what the user can do about each.

export const nodes = {
  nodeState: {
    otherNetwork: 'Node of another network',
    otherNetworkBadge: 'Wrong network',
    otherNetworkHint:
      'The node serves another network. This wallet needs a node of “{{ network }}”. Balance and history are from the last scanned block.',
    behind: 'Node is behind',
    behindHint:
      'The node has fewer blocks than your wallet has seen: it is still synchronizing. New payments show later.',
    busy: 'Node refuses requests',
    busyHint: 'It is overloaded, or does not serve wallets. The wallet tries again by itself.',
    untrusted: 'Node sends wrong data',
    untrustedHint: 'Nothing of it was taken. Your balance is from the last scanned block. Choose another node.',
    choose: 'Choose another node',
    savedOffline: 'Saved, but the node does not respond now. The wallet tries again by itself.',
    notSaved: 'Not saved. {{ reason }}',
  },
  replaced: {
    phase: 'The node has a new chain',
    badge: 'New chain',
    title: 'The node began a new chain',
    body: 'Its chain of {{ nodeHeight }} blocks has none of the {{ height }} blocks that your wallet knows. No one took your coins: the practice chain they were on no longer exists. Balance and history are those of the old chain.',
    anew: 'Begin anew to use the new chain. Keys, contacts and labels stay, and the old history stays readable: History, at the end.',
    begin: 'Begin anew',
  },
  earlier: {
    title: 'Earlier chains',
    about: 'Practice chains that no longer exist. Their coins are gone with them.',
    until: 'Until {{ date }}',
    height: '{{ height }} blocks',
    link: { one: 'History of an earlier chain', other: 'Histories of {{ count }} earlier chains' },
    empty: 'No earlier chain',
    emptyHint: 'When a practice chain is started anew, the history of the old one is kept here.',
  },
}
