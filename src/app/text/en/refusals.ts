// Texts of what the wallet refuses to take, sign or make: transfer sets, lists of coins, signing data, proofs, and orders of names.

export const refusals = {
  setError: {
    foreign:
      'Refused, and nothing was done: the payment spends coins that are not from this wallet, or states wrong amounts of them. Have it prepared again with this wallet.',
    unknown:
      'This wallet has not found all coins of this payment yet, and nothing was done. Let it synchronise, then try again.',
    spent: 'Coins of this payment are already spent, and nothing was done. Have it prepared again.',
    spentCoins:
      'Coins of this payment are already spent: {{ coins }}. Nothing was signed or sent. Bring both wallets up to date, then have the payment prepared again.',
    frozen:
      'This payment spends coins that you froze, and nothing was done. Thaw them, or have another payment prepared.',
    change:
      'Refused, and nothing was done: the change of this payment would not come back to this wallet. Ask the person who prepared it.',
    recipients:
      'Refused, and nothing was done: this payment has no valid recipient, or one who gets nothing. Have it prepared again.',
    fee: 'Refused, and nothing was done: this payment has no fee, or a higher one than this wallet allows. Have it prepared again, or raise the limit in Settings.',
    signature:
      'Refused, and nothing was done: a signature or a key image of this payment is wrong. Have it signed again.',
    form: 'Refused, and nothing was done: this payment is not built as one of this network should be, or it was changed on the way. Transfer it again, or have it prepared again.',
  },
  proofError: {
    'watch-only': 'This wallet is watch-only: make the proof in the wallet with the spend key.',
    shared: 'A shared wallet cannot make this proof, because no participant has the whole spend key.',
    'not-ours': 'This wallet did not make this transaction. Choose one that it sent.',
    'no-key':
      'This wallet does not have the key of this transaction. Only the wallet that sent it has it, and a restored one does not.',
    'nothing-received': 'This transaction paid nothing to this address. Check both.',
    'no-balance': 'This wallet has no coins that it could prove.',
    balance: 'This account has less than this amount. Enter a smaller one.',
    amount: 'The amount to prove must be more than zero.',
    subaddress: 'This is a subaddress. Enter the main address of the owner.',
    address: 'This proof belongs to another address. Check the address.',
    unconfirmed: 'A transaction of this proof is not in a block yet. Try again later.',
    old: 'This transaction spends coins from before amounts were hidden. It cannot be proved.',
    form: 'This proof is incomplete, or it does not fit this transaction. Copy it whole, and check the transaction id.',
    node: 'The node returned another transaction than the proof needs. Choose another node in Settings, then try again.',
    signingKey: 'On this network, messages are signed with the spend key only.',
  },
  outputsError: {
    foreign:
      'The list was refused, and none of it was imported: it contains coins of another wallet. Export it from a copy of this wallet.',
    gap: 'The list begins after coins that this wallet does not know yet, and none of it was imported. Export all coins.',
    hot: 'This wallet has read the chain itself and knows its coins. Only a wallet that never used a node takes a list of them.',
    shared: 'A shared wallet takes no lists of coins. Exchange signing data instead: Tools, Shared wallet.',
  },
  signingDataError: {
    count: 'The number of participants does not fit: enter the signing data of each other participant once.',
    stranger:
      'This signing data is from someone who does not participate in this wallet (key {{ signer }}), and none was imported.',
    twice: 'There is different signing data from one participant (key {{ signer }}). Use the newer one only.',
    outdated:
      'You have already imported newer signing data of this participant (key {{ signer }}). Ask for the newest.',
    contradiction:
      'The signing data of a participant (key {{ signer }}) contradicts that of the others, and none was imported. Let all wallets synchronise, and exchange new signing data. If it happens again, someone sends wrong data.',
  },
  orderError: {
    priority: 'Names cannot be ordered at this speed. Choose another speed.',
    unknown: 'This name is not registered, or it has expired. Check how it is spelled.',
    foreign: 'This wallet does not own this name. Its owner, or the backup owner, can change it.',
    signature: 'This is not a signature. It has 128 characters, 0–9 and a–f: copy it whole.',
    unchanged: 'Nothing of this name would change. Enter another value or owner.',
  },
}
