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
}
