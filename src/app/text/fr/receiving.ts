// Texts of the Receive screen beyond the address itself: sharing, the search, payments that arrive, integrated addresses, reuse.
import type { receiving as english } from '../en/receiving.ts'
import type { TranslationOf } from '../translation.ts'

export const receiving: TranslationOf<typeof english, 'fr'> = {
  share: {
    share: 'Partager',
    save: 'Enregistrer le code QR en image',
    failed: 'Le navigateur n’a pas pu le partager. Copiez-le plutôt.',
  },
  addresses: {
    search: 'Chercher une adresse',
    searchPlaceholder: 'Libellé, adresse ou numéro',
    none: 'Aucune adresse ne correspond.',
    found: { one: '{{ count }} adresse', many: '{{ count }} d’adresses', other: '{{ count }} adresses' },
    which: 'Quelles adresses',
    shows: { all: 'Toutes', unused: 'Inutilisées', used: 'Utilisées', hidden: 'Masquées' },
    received: 'Reçu, {{ ticker }}',
    lastUsed: 'Dernier usage',
    show: 'Afficher avec son code QR',
    label: 'Modifier le libellé',
    payments: 'Afficher les paiements reçus',
    sign: 'Signer un texte avec l’adresse',
    copyLabel: 'Copier le libellé',
    pin: 'Épingler en haut',
    unpin: 'Détacher',
    hide: 'Masquer',
    unhide: 'Afficher à nouveau',
    pinned: 'Épinglée',
    hidden: 'Masquée',
    returned: 'Nouveau paiement',
    toMain: 'Afficher l’adresse principale',
    reused:
      'Les payeurs peuvent reconnaître cette adresse\u00a0: elle a déjà servi. Donnez-en une nouvelle à chaque payeur.',
    fresh: 'En afficher une nouvelle',
  },
  arrivals: {
    list: 'Paiements à cette adresse',
    seen: 'Vu, en attente d’un bloc',
    instant: 'Reçu instantanément, vous pouvez vous y fier',
    confirmed: 'Confirmé, {{ count }} sur {{ needed }}',
    settled: 'Confirmé, dépensable',
    announceSeen: 'Un paiement de {{ amount }} a été vu.',
    announceInstant: 'Un paiement de {{ amount }} a été reçu instantanément.',
    announceConfirmed: 'Un paiement de {{ amount }} a été confirmé.',
    full: 'Le montant demandé a été payé en entier.',
    less: 'Il manque {{ missing }} sur les {{ amount }} demandés.',
    more: '{{ extra }} de plus que demandé ont été payés.',
  },
  integrated: {
    name: 'Adresse intégrée',
    about:
      'Une adresse intégrée est votre adresse principale avec un ID de paiement, qui permet à une boutique ou à une plateforme d’échange de distinguer les paiements. Les payeurs peuvent reconnaître que c’est la même adresse\u00a0: préférez donc les sous-adresses, sauf si vous avez besoin de l’ID.',
    paymentId: 'ID de paiement',
    hint: '16 chiffres parmi 0–9 et a–f. Un ID aléatoire si vous laissez vide.',
    bad: 'Saisissez 16 chiffres parmi 0–9 et a–f, qui ne sont pas tous 0.',
    show: 'Afficher l’adresse intégrée',
    tag: 'ID de paiement {{ id }}',
  },
}
