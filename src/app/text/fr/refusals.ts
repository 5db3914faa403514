// Texts of what the wallet refuses to take, sign or make: transfer sets, lists of coins, signing data, proofs, and orders of names.
import type { refusals as english } from '../en/refusals.ts'
import type { TranslationOf } from '../translation.ts'

export const refusals: TranslationOf<typeof english, 'fr'> = {
  setError: {
    foreign:
      'Refusé, et rien n’a été fait\u00a0: le paiement dépense des pièces qui ne sont pas de ce portefeuille, ou en indique de faux montants. Faites-le préparer de nouveau avec ce portefeuille.',
    unknown:
      'Ce portefeuille n’a pas encore trouvé toutes les pièces de ce paiement, et rien n’a été fait. Laissez-le se synchroniser, puis réessayez.',
    spent: 'Des pièces de ce paiement sont déjà dépensées, et rien n’a été fait. Faites-le préparer de nouveau.',
    spentCoins:
      'Des pièces de ce paiement sont déjà dépensées\u00a0: {{ coins }}. Rien n’a été signé ni envoyé. Mettez les deux portefeuilles à jour, puis faites préparer de nouveau le paiement.',
    frozen:
      'Ce paiement dépense des pièces que vous avez gelées, et rien n’a été fait. Dégelez-les, ou faites préparer un autre paiement.',
    change:
      'Refusé, et rien n’a été fait\u00a0: la monnaie rendue de ce paiement ne reviendrait pas à ce portefeuille. Demandez à la personne qui l’a préparé.',
    recipients:
      'Refusé, et rien n’a été fait\u00a0: ce paiement n’a pas de destinataire valide, ou en a un qui ne reçoit rien. Faites-le préparer de nouveau.',
    fee: 'Refusé, et rien n’a été fait\u00a0: ce paiement est sans frais, ou avec des frais plus élevés que ce que ce portefeuille autorise. Faites-le préparer de nouveau, ou relevez la limite dans les Réglages.',
    signature:
      'Refusé, et rien n’a été fait\u00a0: une signature ou une image de clé de ce paiement est fausse. Faites-le signer de nouveau.',
    form: 'Refusé, et rien n’a été fait\u00a0: ce paiement n’est pas construit comme il le devrait sur ce réseau, ou il a été modifié en chemin. Transférez-le de nouveau, ou faites-le préparer de nouveau.',
  },
  proofError: {
    'watch-only':
      'Ce portefeuille est en lecture seule\u00a0: créez la preuve dans le portefeuille avec la clé de dépense.',
    shared:
      'Un portefeuille partagé ne peut pas créer cette preuve, car aucun participant n’a toute la clé de dépense.',
    'not-ours': 'Ce portefeuille n’a pas fait cette transaction. Choisissez-en une qu’il a envoyée.',
    'no-key':
      'Ce portefeuille n’a pas la clé de cette transaction. Seul le portefeuille qui l’a envoyée la possède\u202f; un portefeuille restauré ne l’a pas.',
    'nothing-received': 'Cette transaction n’a rien payé à cette adresse. Vérifiez les deux.',
    'no-balance': 'Ce portefeuille n’a pas de pièces à prouver.',
    balance: 'Ce compte a moins que ce montant. Saisissez-en un plus petit.',
    amount: 'Le montant à prouver doit être supérieur à zéro.',
    subaddress: 'C’est une sous-adresse. Saisissez l’adresse principale du propriétaire.',
    address: 'Cette preuve est celle d’une autre adresse. Vérifiez l’adresse.',
    unconfirmed: 'Une transaction de cette preuve n’est pas encore dans un bloc. Réessayez plus tard.',
    old: 'Cette transaction dépense des pièces de l’époque où les montants n’étaient pas cachés. Elle ne peut pas être prouvée.',
    form: 'Cette preuve est incomplète, ou elle ne va pas avec cette transaction. Copiez-la en entier, et vérifiez l’ID de transaction.',
    node: 'Le nœud a renvoyé une autre transaction que celle qu’il faut pour la preuve. Choisissez un autre nœud dans les Réglages, puis réessayez.',
    signingKey: 'Sur ce réseau, les messages ne sont signés qu’avec la clé de dépense.',
  },
  outputsError: {
    foreign:
      'La liste a été refusée, et rien n’en a été importé\u00a0: elle contient des pièces d’un autre portefeuille. Exportez-la depuis une copie de ce portefeuille.',
    gap: 'La liste commence après des pièces que ce portefeuille ne connaît pas encore, et rien n’en a été importé. Exportez toutes les pièces.',
    hot: 'Ce portefeuille a lu la chaîne lui-même et connaît ses pièces. Seul un portefeuille qui n’a jamais utilisé de nœud accepte une telle liste.',
    shared:
      'Un portefeuille partagé n’accepte pas de listes de pièces. Échangez plutôt des données de signature\u00a0: Outils, Portefeuille partagé.',
  },
  signingDataError: {
    count:
      'Le nombre de participants ne va pas\u00a0: saisissez une fois les données de signature de chacun des autres participants.',
    stranger:
      'Ces données de signature viennent de quelqu’un qui ne participe pas à ce portefeuille (clé {{ signer }}), et rien n’a été importé.',
    twice:
      'Il y a des données de signature différentes du même participant (clé {{ signer }}). Utilisez seulement les plus récentes.',
    outdated:
      'Vous avez déjà importé des données de signature plus récentes de ce participant (clé {{ signer }}). Demandez les dernières.',
    contradiction:
      'Les données de signature d’un participant (clé {{ signer }}) contredisent celles des autres, et rien n’a été importé. Laissez tous les portefeuilles se synchroniser, et échangez de nouvelles données de signature. Si cela se reproduit, quelqu’un envoie des données fausses.',
  },
  orderError: {
    priority: 'Les noms ne peuvent pas être commandés à cette vitesse. Choisissez-en une autre.',
    unknown: 'Ce nom n’est pas inscrit, ou il a expiré. Vérifiez l’orthographe.',
    foreign:
      'Ce nom n’appartient pas à ce portefeuille. Son propriétaire, ou le propriétaire de secours, peut le modifier.',
    signature: 'Ce n’est pas une signature. Elle a 128 caractères, 0–9 et a–f\u00a0: copiez-la en entier.',
    unchanged: 'Rien ne changerait à ce nom. Saisissez une autre valeur ou un autre propriétaire.',
  },
}
