// Texts of the tools that look things up: fees, transactions, and whose an address is.
import type { lookups as english } from '../en/lookups.ts'
import type { TranslationOf } from '../translation.ts'

export const lookups: TranslationOf<typeof english, 'fr'> = {
  feesNow: {
    title: 'Frais actuels',
    hint: 'Ce que coûte un paiement, et ce qui attend avant lui.',
    about:
      'Ce que coûte un paiement maintenant à chaque vitesse, et combien de blocs pleins sont minés avant lui. Votre nœud est interrogé de nouveau à chaque bloc et toutes les 20 secondes tant que cet écran est ouvert.',
    speed: 'Vitesse',
    fee: 'Frais',
    before: 'Attend',
    perKb: '{{ fee }} par kB',
    usual: 'habituelle',
    next: 'le prochain bloc',
    atOnce: 'aucun bloc',
    blocks: {
      one: '{{ count }} bloc plein',
      many: '{{ count }} de blocs pleins',
      other: '{{ count }} blocs pleins',
    },
    unknown: 'inconnu',
    ordinary: 'Paiement ordinaire',
    ordinaryValue: '2 entrées, 2 sorties, {{ size }}',
    pool: 'En attente',
    poolValue: {
      one: '{{ count }} transaction ({{ size }})',
      many: '{{ count }} de transactions ({{ size }})',
      other: '{{ count }} transactions ({{ size }})',
    },
    reason:
      'Des frais plus élevés que d’habitude rendent un paiement reconnaissable. Ne les choisissez que lorsque des paiements attendent.',
  },
  lookup: {
    title: 'Transactions et adresses',
    hint: 'Trouvez un paiement par son ID, envoyez une transaction brute, ou voyez à qui est une adresse.',
  },
  findTx: {
    title: 'Trouver une transaction',
    about:
      'Pour un de vos paiements qui manque ici, par exemple d’avant la restauration du portefeuille. Si ce portefeuille ne l’a pas, votre nœud est interrogé et apprend que cet ID vous intéresse.',
    txid: 'ID de transaction',
    missing: 'Saisissez l’ID de la transaction.',
    bad: 'Un ID de transaction a 64 caractères, 0–9 et a–f.',
    go: 'Trouver',
    known: 'Ce portefeuille l’a déjà.',
    found: 'Trouvée. Elle est maintenant dans l’historique.',
    foreign: 'Cette transaction existe, mais elle ne paie rien à ce portefeuille et n’en dépense rien.',
    missed: 'Elle est dans le bloc {{ height }}. D’autres paiements depuis peuvent manquer aussi.',
    scanFrom: 'Réanalyser à partir de là',
    older:
      'Cette transaction n’a pas été ajoutée\u00a0: le portefeuille en connaît une aussi récente ou plus récente, qui pourrait avoir dépensé ses pièces.',
  },
  rawTx: {
    title: 'Envoyer une transaction brute',
    about:
      'Pour une transaction signée, en chiffres hexadécimaux, de ce programme ou d’un autre. Elle est envoyée par votre nœud.',
    text: 'Transaction brute',
    read: 'Afficher ce que c’est',
    go: 'L’envoyer',
    sent: 'Le nœud l’a acceptée.',
    already: 'Le nœud l’avait déjà.',
    form: 'Format',
    formValue: '{{ size }}, version {{ version }}',
    inputs: 'Entrées',
    inputsValue: {
      one: '{{ count }}, dans un anneau de {{ ring }}',
      many: '{{ count }}, chacune dans un anneau de {{ ring }}',
      other: '{{ count }}, chacune dans un anneau de {{ ring }}',
    },
    outputs: 'Sorties',
    own: {
      one: 'Elle dépense {{ count }} pièce de ce portefeuille.',
      many: 'Elle dépense {{ count }} de pièces de ce portefeuille.',
      other: 'Elle dépense {{ count }} pièces de ce portefeuille.',
    },
    foreign:
      'Elle ne dépense aucune pièce de ce portefeuille. Seuls ses destinataires peuvent voir qui elle paie, et combien.',
    isKnown: 'Elle est dans l’historique de ce portefeuille.',
    refused: 'Le nœud a refusé cette transaction, et rien n’a été envoyé. Essayez un autre nœud.',
    refusedBecause: 'Le nœud a refusé cette transaction, et rien n’a été envoyé ({{ reason }}).',
    doubleSpend: 'Le nœud a refusé cette transaction\u00a0: une autre dépense ses pièces.',
    faults: {
      hex: 'Ce n’est pas une transaction brute\u00a0: elle a d’autres caractères que 0–9 et a–f, ou il en manque un.',
      form: 'Ce n’est pas une transaction complète de ce réseau. Copiez-la en entier.',
      coinbase: 'Cette transaction crée des pièces pour un mineur. Elle n’existe que dans son bloc.',
    },
  },
  isMine: {
    title: 'Cette adresse est-elle à moi\u202f?',
    about: 'La vérification se fait sur cet appareil\u202f; aucun nœud n’est interrogé.',
    address: 'Adresse ou lien de paiement',
    missing: 'Saisissez une adresse.',
    go: 'Vérifier',
    yes: 'Oui, cette adresse est à vous',
    no: 'Non, ce portefeuille ne suit pas cette adresse',
    noHint: {
      one: 'Ce portefeuille suit {{ count }} adresse, et ce n’est pas celle-ci.',
      many: 'Elle ne fait pas partie des {{ count }} d’adresses que suit ce portefeuille. Une adresse à vous au-delà de celles-ci est trouvée dès que le portefeuille en examine davantage d’avance\u00a0: Réglages, Avancé.',
      other:
        'Elle ne fait pas partie des {{ count }} adresses que suit ce portefeuille. Une adresse à vous au-delà de celles-ci est trouvée dès que le portefeuille en examine davantage d’avance\u00a0: Réglages, Avancé.',
    },
    integrated: 'Adresse principale avec un ID de paiement',
    ahead: 'Elle n’a pas encore été créée ici, mais les paiements qui lui sont destinés arrivent.',
  },
}
