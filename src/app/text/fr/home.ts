// Texts of the home screen beyond balance and accounts: hidden amounts, tags, the balance over time, the reminder of a backup.
import type { home as english } from '../en/home.ts'
import type { TranslationOf } from '../translation.ts'

export const home: TranslationOf<typeof english, 'fr'> = {
  amounts: {
    hide: 'Masquer les montants',
    hideHint: 'Masque soldes et montants sur cet appareil, par exemple quand d’autres regardent l’écran.',
    show: 'Afficher les montants',
    hidden: 'masqué',
    chartHidden: 'Le graphique est masqué avec les montants.',
    shortcut: 'Ctrl Alt H',
  },
  accounts: {
    edit: 'Modifier {{ name }}',
    tag: 'Étiquette (facultatif)',
    tagHint: 'Les comptes de même étiquette peuvent s’afficher ensemble. Vous seul la voyez.',
    description: 'Sens de l’étiquette (facultatif)',
    descriptionHint: 'Pour tous les comptes qui la portent. Affiché là où vous choisissez l’étiquette.',
    filter: 'Afficher les comptes',
    filterAll: 'Tous',
    filterSum: 'Au total',
    filterTag: 'Avec l’étiquette {{ tag }}',
  },
  balanceChart: {
    title: 'Évolution du solde',
    label: 'Graphique de l’évolution du solde',
    series: 'Solde',
    table: 'En tableau',
    date: 'Date',
    watchOnly:
      'Sans images de clé, un portefeuille en lecture seule ne sait pas ce qui a été dépensé\u00a0: le solde peut être trop élevé.',
  },
  reminder: {
    title: 'Pas encore de sauvegarde',
    body: 'Si cet appareil est perdu ou si les données de son navigateur sont effacées, les pièces de ce portefeuille le sont aussi. Notez ses mots de récupération ou enregistrez une sauvegarde.',
    multisigBody:
      'Si cet appareil est perdu ou si les données de son navigateur sont effacées, votre part de ce portefeuille partagé l’est aussi. Notez son code de récupération ou enregistrez une sauvegarde.',
    go: 'Sauvegarder dans les Réglages',
    later: 'Pas maintenant',
  },
  reading: {
    soFar: 'Solde provisoire',
    running: 'Lecture en cours',
    paused: 'Pas encore lu',
    share: 'La chaîne est lue à {{ percent }}\u00a0%.',
    until: 'Les paiements après le {{ date }} ne sont pas encore comptés.',
    hint: 'Les paiements apparaissent ici à mesure que le portefeuille les trouve dans la chaîne.',
  },
  unverified: {
    watchOnly:
      'Jusqu’à {{ amount }} de ce solde peuvent être déjà dépensés\u00a0: un portefeuille en lecture seule voit ce qui arrive, mais pas ce que votre portefeuille avec la clé de dépense a payé, tant que vous n’importez pas ses images de clé.',
    shared:
      'Jusqu’à {{ amount }} de ce solde peuvent être déjà dépensés par d’autres participants, tant que vous n’échangez pas de données de signature.',
    beforePaying:
      'Jusqu’à {{ amount }} du solde peuvent être déjà dépensés, et le réseau refuse un paiement avec des pièces dépensées. Faites d’abord ceci\u00a0:',
  },
}
