// Texts about passkeys, which unlock a wallet beside its password.

export const passkeys = {
  passkey: {
    title: 'Unlock with a passkey',
    body: 'A passkey unlocks this wallet by fingerprint, face, PIN or security key. It works on this device only, or on those with which your passkeys are synchronised and where this wallet is stored. The password stays valid: keep it, for you need it for the seed words and backups.',
    setUp: 'Set up a passkey',
    isSetUp:
      'This wallet can be unlocked with a passkey. If the passkey was lost, or others can use it, remove it here.',
    remove: 'Remove passkey',
    done: 'The passkey is set up. It unlocks this wallet from now on.',
    removed: 'The passkey no longer unlocks this wallet. You can delete it in the settings of your device too.',
    unlock: 'Unlock with passkey',
    faults: {
      cancelled: 'No passkey was used. Try again, or use the password.',
      unsupported:
        'This passkey cannot unlock a wallet: its device or browser does not compute secrets (PRF). Use the password.',
      address: 'Passkeys need a host name, and this page is at an IP address. Open it by its name, such as localhost.',
    },
    missing: 'This wallet has no passkey. Use the password.',
    wrong: 'This passkey does not open the wallet. Use the password, and set up a new passkey in Settings.',
  },
}
