// Texts of short messages, and of the tour for a new user.
import type { guidance as english } from '../en/guidance.ts'
import type { TranslationOf } from '../translation.ts'

export const guidance: TranslationOf<typeof english, 'fr'> = {
  toast: {
    label: 'Messages',
    undo: 'Annuler',
    undoKeys: 'Ctrl Z pour annuler.',
    dismiss: 'Masquer',
    notSaved: 'Non enregistré\u00a0: tout est comme avant. {{ reason }}',
    contactRemoved: '{{ name }} a été supprimé.',
    addressHidden: '{{ name }} est masquée. Elle réapparaît dès qu’elle reçoit quelque chose.',
    nodeRemoved: 'Le nœud a été retiré\u00a0: {{ node }}',
    frozen: {
      one: '{{ count }} pièce est gelée\u00a0: les paiements ne l’utilisent pas.',
      many: '{{ count }} de pièces sont gelées\u00a0: les paiements ne les utilisent pas.',
      other: '{{ count }} pièces sont gelées\u00a0: les paiements ne les utilisent pas.',
    },
    thawed: {
      one: '{{ count }} pièce est dégelée\u00a0: les paiements peuvent l’utiliser.',
      many: '{{ count }} de pièces sont dégelées\u00a0: les paiements peuvent les utiliser.',
      other: '{{ count }} pièces sont dégelées\u00a0: les paiements peuvent les utiliser.',
    },
  },
  tour: {
    label: 'Premiers pas',
    step: '{{ step }} sur {{ steps }}',
    keepTitle: 'Gardez vos mots',
    keep: 'Les mots de récupération restaurent ce portefeuille sur n’importe quel appareil. Gardez-les sur papier, là où vous seul les trouvez. S’ils sont perdus, personne ne peut les retrouver.',
    payTitle: 'Recevoir et envoyer',
    pay: '«\u00a0Recevoir\u00a0» affiche une adresse à partager. «\u00a0Envoyer\u00a0» montre d’abord tout le paiement avec ses frais, et rien ne part avant votre confirmation.',
    findTitle: 'Tout trouver',
    find: 'La sécurité, les nœuds et la langue sont dans les Réglages. Au clavier, Ctrl K trouve chaque écran, compte et contact. Le cadenas en haut verrouille aussitôt le portefeuille.',
    back: 'Retour',
    next: 'Suivant',
    skip: 'Passer',
    done: 'Terminé',
    again: 'Revoir les premiers pas',
  },
}
