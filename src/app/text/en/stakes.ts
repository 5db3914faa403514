// Texts of the tool for stakes in service nodes.

export const stakes = {
  stakes: {
    guide: {
      about:
        'Service nodes run the network, and the network rewards them. A node needs a stake: coins that stay yours, but that the network locks while the node runs. You can stake for a node of your own, or for a part of someone else’s node; its operator then takes a share of the rewards for running it.',
      needs:
        'Coins for the stake and a small fee\nFor a node of your own: the registration command that the node prints (prepare_registration)\nFor someone else’s node: its public key, 64 characters, from its operator or from a list of nodes',
      steps:
        'Paste the registration command, or the key of the node and an amount.\nRead what you agree to: the node, the share of its operator, the stake.\nConfirm. Rewards arrive in this wallet while the node runs.\nTo get the coins back, request the unlock here and wait until the node stops.',
      final:
        'Staked coins are locked until the node stops: about two weeks after a request to unlock. A request cannot be taken back, and ends the stakes of all contributors of the node. If the node is deregistered for bad service, the coins stay locked for longer.',
    },
    mine: 'Your stakes',
    empty: 'No stakes',
    emptyHint: 'Coins that the network locks as stakes are listed here.',
    deregistered: 'The service node was deregistered',
    locked: 'Locked',
    until: 'Free at block {{ height }}',
    unlock: 'Unlock…',
    unlockTitle: 'Request the unlock of this stake?',
    unlockBody: {
      one: 'The service node stops at about block {{ height }}, and your stake is free then. So is that of its other contributor. A request cannot be taken back.',
      other:
        'The service node stops at about block {{ height }}, and your stake is free then. So are those of its {{ count }} other contributors. A request cannot be taken back.',
    },
    unlockAlone:
      'The service node stops at about block {{ height }}, and your stake is free then. A request cannot be taken back.',
    cannotUnlock: 'This stake cannot be unlocked',
    unlockGo: 'Request the unlock',
    unlockSent: 'The unlock is requested. Its height is known once a block contains the request.',
    register: 'Register a service node',
    registerBody: 'Nothing is signed before you have read what the command means.',
    command: 'Registration command',
    commandHint: 'The whole line that the service node printed. It begins with register_service_node.',
    explain: 'Explain this command',
    registerTitle: 'Register this service node?',
    registerGo: 'Register and stake',
    stake: 'Stake to an open node',
    key: 'Public key of the service node',
    keyHint: '64 characters, 0–9 and a–f.',
    keyBad: 'A key has 64 characters: 0–9 and a–f.',
    amount: 'Amount',
    review: 'Review stake',
    stakeTitle: 'Stake to this service node?',
    stakeGo: 'Stake now',
    adjusted: 'The node does not accept {{ amount }}: this is what it accepts.',
    sent: 'The stake is sent. It is locked once a block contains it.',
  },
}
