// Texts about passkeys, which unlock a wallet beside its password.
import type { passkeys as english } from '../en/passkeys.ts'
import type { TranslationOf } from '../translation.ts'

export const passkeys: TranslationOf<typeof english, 'de'> = {
  passkey: {
    title: 'Mit Passkey entsperren',
    body: 'Ein Passkey entsperrt diese Wallet mit Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel. Er funktioniert nur auf diesem Gerät oder auf Geräten, mit denen deine Passkeys synchronisiert werden und auf denen diese Wallet gespeichert ist. Das Passwort bleibt gültig: Bewahre es auf, du brauchst es für die Wiederherstellungswörter und für Backups.',
    setUp: 'Passkey einrichten',
    isSetUp:
      'Diese Wallet kann mit einem Passkey entsperrt werden. Wenn der Passkey verloren ist oder andere ihn nutzen können, entferne ihn hier.',
    remove: 'Passkey entfernen',
    done: 'Der Passkey ist eingerichtet. Ab jetzt entsperrt er diese Wallet.',
    removed:
      'Der Passkey entsperrt diese Wallet nicht mehr. Du kannst ihn auch in den Einstellungen deines Geräts löschen.',
    unlock: 'Mit Passkey entsperren',
    faults: {
      cancelled: 'Es wurde kein Passkey verwendet. Versuche es noch einmal oder nimm das Passwort.',
      unsupported:
        'Dieser Passkey kann keine Wallet entsperren: Sein Gerät oder der Browser berechnet keine Geheimnisse (PRF). Nimm das Passwort.',
      address:
        'Passkeys brauchen einen Hostnamen, und diese Seite liegt unter einer IP-Adresse. Öffne sie über ihren Namen, zum Beispiel localhost.',
    },
    missing: 'Diese Wallet hat keinen Passkey. Nimm das Passwort.',
    wrong:
      'Dieser Passkey öffnet die Wallet nicht. Nimm das Passwort und richte in den Einstellungen einen neuen Passkey ein.',
  },
}
