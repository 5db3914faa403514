// Texts of tables, and of what is done with a payment.
import type { tables as english } from '../en/tables.ts'
import type { TranslationOf } from '../translation.ts'

export const tables: TranslationOf<typeof english, 'fr'> = {
  table: {
    actions: 'Actions',
    actionsOf: 'Actions pour «\u00a0{{ name }}\u00a0»',
    columns: 'Colonnes',
    filter: 'Filtrer',
    filterOf: '{{ name }}\u00a0: {{ value }}',
    filterRemove: 'Retirer le filtre «\u00a0{{ name }}\u00a0»',
    searchClear: 'Effacer la recherche',
    selection: 'Sélection',
    selectNone: 'Tout désélectionner',
  },
  payment: {
    what: 'Opération',
    amount: 'Montant',
    amountIn: 'Montant, {{ ticker }}',
    id: 'ID',
    value: 'Valeur actuelle',
    valueNow: 'Actuel, {{ currency }}',
    months: 'Mois',
    showRecipients: 'Afficher les destinataires',
    hideRecipients: 'Masquer les destinataires',
    details: 'Détails',
    editNote: 'Modifier la note',
    prove: 'Le prouver',
    again: 'Payer de nouveau',
    copy: 'Copier',
    copyId: 'Copier l’ID',
    copyAmount: 'Copier le montant',
    copyAddress: 'Copier l’adresse',
    copyNote: 'Copier la note',
    copyDate: 'Copier la date',
  },
  export: {
    open: 'Exporter',
    title: 'Exporter des paiements',
    form: 'Pour',
    csv: 'Un tableur',
    csvHint: 'CSV avec tout ce que ce portefeuille sait, une ligne par destinataire.',
    koinlyHint: 'Son modèle universel, une ligne par paiement.',
    coinTrackingHint: 'Son import CSV, une ligne par paiement. Choisissez-y UTC comme fuseau horaire.',
    extent: 'Paiements',
    all: 'Tous',
    filtered: {
      one: '{{ count }} affiché',
      many: '{{ count }} affichés',
      other: '{{ count }} affichés',
    },
    selected: {
      one: '{{ count }} sélectionné',
      many: '{{ count }} sélectionnés',
      other: '{{ count }} sélectionnés',
    },
    waiting: 'Avec les paiements en attente d’un bloc',
    failed: 'Avec les paiements échoués',
    confirmedOnly:
      'Seuls les paiements confirmés sont enregistrés. L’objet de ce que vous avez reçu ou payé, comme un achat ou un cadeau, s’indique là-bas.',
    save: 'Enregistrer',
  },
}
