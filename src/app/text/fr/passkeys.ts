// Texts about passkeys, which unlock a wallet beside its password.
import type { passkeys as english } from '../en/passkeys.ts'
import type { TranslationOf } from '../translation.ts'

export const passkeys: TranslationOf<typeof english, 'fr'> = {
  passkey: {
    title: 'Déverrouiller avec une clé d’accès',
    body: 'Une clé d’accès déverrouille ce portefeuille par empreinte, visage, code PIN ou clé de sécurité. Elle ne fonctionne que sur cet appareil, ou sur ceux où vos clés d’accès sont synchronisées et où ce portefeuille est stocké. Le mot de passe reste valable\u00a0: gardez-le, car il vous le faut pour les mots de récupération et les sauvegardes.',
    setUp: 'Configurer une clé d’accès',
    isSetUp:
      'Ce portefeuille peut être déverrouillé avec une clé d’accès. Si elle est perdue ou si d’autres peuvent l’utiliser, supprimez-la ici.',
    remove: 'Supprimer la clé d’accès',
    done: 'La clé d’accès est configurée. Elle déverrouille désormais ce portefeuille.',
    removed:
      'La clé d’accès ne déverrouille plus ce portefeuille. Vous pouvez aussi la supprimer dans les paramètres de votre appareil.',
    unlock: 'Déverrouiller avec la clé d’accès',
    faults: {
      cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez ou utilisez le mot de passe.',
      unsupported:
        'Cette clé d’accès ne peut pas déverrouiller un portefeuille\u00a0: son appareil ou le navigateur ne calcule pas de secrets (PRF). Utilisez le mot de passe.',
      address:
        'Les clés d’accès exigent un nom d’hôte, et cette page est à une adresse IP. Ouvrez-la par son nom, par exemple localhost.',
    },
    missing: 'Ce portefeuille n’a pas de clé d’accès. Utilisez le mot de passe.',
    wrong:
      'Cette clé d’accès n’ouvre pas le portefeuille. Utilisez le mot de passe et configurez une nouvelle clé d’accès dans les Réglages.',
  },
}
