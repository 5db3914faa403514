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
  nodes: {
    title: 'Nodes',
    yours: 'Nodes of this wallet',
    inUse: 'In use',
    paused: 'Paused',
    own: 'Your own',
    up: 'Move up: {{ node }}',
    remove: 'Remove: {{ node }}',
    testAll: 'Test now',
    failover: 'The wallet uses the first node that works. When it fails, the wallet changes to the next one by itself.',
    disagree:
      'The nodes disagree about block {{ height }}: at least one of them is on another chain or lies. Compare with a node you trust before you pay.',
    add: 'Add a node',
    addThis: 'Add this node',
    change: 'Use another node',
    useThis: 'Use this node',
    blocks: '{{ height }} blocks',
    latency: '{{ milliseconds }} ms',
    version: 'version {{ version }}',
    onion: 'Onion addresses (Tor)',
    onionBody:
      'In Tor Browser the wallet also reaches nodes with addresses such as http://….onion:18081. The node then does not learn your IP address. Other browsers do not reach them. The node must allow requests from web pages.',
    manage: 'Manage nodes',
    none: 'no node',
  },
  publicNodes: {
    title: 'Public nodes',
    learns:
      'A public node is run by a stranger. It learns your IP address, when you use the wallet, which blocks you fetch, and which transactions you send. It does not learn your keys, addresses, balance or payments received. With a node of your own, all of this stays with you.',
    consent: {
      one: 'Nothing was sent to it yet. The test asks one public node for its height: it then knows your IP address.',
      other:
        'Nothing was sent to them yet. The test asks {{ count }} public nodes for their height: they then know your IP address.',
    },
    test: 'Test the public nodes',
    choose: 'Let Faba choose',
    use: 'Use',
    added: 'Added to the nodes of this wallet.',
    none: 'Faba knows no public node of this network that web pages may use. Run a node of your own, or serve Faba with “faba serve --node ADDRESS”, which reaches any node for the page.',
    noneReady: 'None of these nodes can be used now. Try again later, or use a node of your own.',
    untested: 'List of {{ taken }}, taken from other wallets and not tested since.',
    tested: 'List of {{ taken }}, tested on {{ tested }}.',
    open: 'Choose a public node',
  },
  offlineMode: {
    title: 'Offline mode',
    label: 'Work offline',
    hint: 'The wallet sends no request to any node, until you turn this off. Balance and history stay readable; nothing new arrives, and nothing is sent.',
    phase: 'Offline mode',
    phaseHint: 'You chose to work offline. Balance and history are from the last scanned block.',
    error: 'The wallet works offline. Turn offline mode off under Settings, Nodes.',
  },
}
