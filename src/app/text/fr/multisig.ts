// Texts of the tool for multisig wallets: their key exchange, and their payments.
import type { multisig as english } from '../en/multisig.ts'
import type { TranslationOf } from '../translation.ts'

export const multisig: TranslationOf<typeof english, 'fr'> = {
  multisig: {
    guide: {
      about:
        'Plusieurs personnes partagent un portefeuille, et un paiement exige la signature de certaines d’entre elles\u00a0: 2 sur 3, par exemple. Personne ne peut dépenser seul, et le portefeuille survit à la perte de quelques appareils.',
      needs:
        'Un portefeuille neuf et vide pour chaque participant\u00a0: il reçoit de nouvelles adresses en devenant partagé\nLes mots de récupération de votre portefeuille, notés\nUn moyen privé d’échanger des messages, comme une messagerie chiffrée\u00a0: le premier message contient un secret',
      steps:
        'Convenez du nombre de participants, et de combien doivent signer.\nChacun envoie son premier message à tous les autres, et saisit ceux des autres.\nRecommencez avec les messages du tour suivant, jusqu’à ce que le portefeuille annonce que son adresse est définitive.\nComparez l’adresse avec les autres\u00a0: elle doit être la même pour tous.\nChacun sauvegarde sa propre part.',
      final:
        'Si tant de participants perdent leur part qu’il n’en reste plus assez pour signer, les pièces sont perdues. Rendre ce portefeuille partagé est irréversible\u00a0: ses adresses, son historique et ses libellés actuels n’y sont plus.',
    },
    notWatchOnly: 'Un portefeuille en lecture seule ne peut pas devenir partagé',
    notWatchOnlyHint: 'Utilisez un portefeuille qui a ses propres mots de récupération.',
    make: 'Rendre ce portefeuille partagé',
    hasCoins:
      'Ce portefeuille contient des pièces. Elles restent à ses adresses actuelles et ne sont ensuite accessibles qu’avec ses mots de récupération. Prenez plutôt un portefeuille neuf et vide.',
    total: 'Participants, vous compris',
    threshold: 'Signatures par paiement',
    loss: 'Les pièces sont perdues si plus de {{ spare }} des {{ total }} participants perdent leur part.',
    lossAll: 'Tous doivent signer\u00a0: si un seul participant perd sa part, les pièces sont perdues.',
    first: 'Votre premier message',
    firstBody:
      'Il contient un secret\u00a0: avec tous les premiers messages, n’importe qui voit les paiements du portefeuille partagé. Envoyez-le seulement aux participants, en privé.',
    firstShow: 'Afficher mon premier message',
    message: 'Votre message pour le tour {{ round }}',
    messageBody: 'Envoyez-le à tous les autres participants avant de continuer.',
    copy: 'Copier le message',
    others: 'Messages des autres',
    othersBody: 'Un champ pour chacun des autres participants, dans n’importe quel ordre.',
    other: 'Message du participant {{ index }}',
    otherMissing: 'Collez le message de ce participant.',
    twice: 'Ce message est déjà ci-dessus. Chaque participant a le sien.',
    understand: 'J’ai noté les mots de récupération de ce portefeuille',
    understandMissing:
      'Notez d’abord les mots de récupération\u00a0: Réglages, Afficher les mots de récupération et les clés.',
    go: 'Créer le portefeuille partagé',
    round: 'Tour {{ round }} de l’échange de clés',
    roundBody:
      'Chacun a besoin des messages de ce tour de tous les autres. Les messages des tours précédents ne conviennent pas.',
    roundGo: 'Terminer ce tour',
    notYet: 'L’adresse n’est pas encore définitive\u00a0: ne recevez pas de pièces avant le dernier tour.',
    ready: 'Le portefeuille partagé est prêt',
    readyBody: '{{ threshold }} participants sur {{ total }} signent chaque paiement.',
    address: 'Adresse du portefeuille partagé',
    compare:
      'Comparez-la avec chacun des autres participants avant de recevoir des pièces. Si elle diffère, quelqu’un a saisi un mauvais message\u00a0: tous recommencent avec de nouveaux portefeuilles.',
    lastMessage: 'Votre dernier message',
    lastMessageBody: 'D’autres peuvent encore en avoir besoin pour terminer leur dernier tour.',
    backup: 'Sauvegardez votre part',
    backupBody:
      'Chaque participant conserve le code de récupération de sa propre part\u00a0: Réglages, Afficher les mots de récupération et les clés. Les anciens mots de récupération ne restaurent pas le portefeuille partagé, et le code d’un autre participant non plus.',
    infos: 'Échanger les données de signature',
    infosBody:
      'Aucun participant ne voit seul quelles pièces d’un portefeuille partagé sont dépensées. Avant un paiement, et pour voir le bon solde, chacun exporte ses données de signature et saisit celles des autres.',
    infosNeeded:
      'De nouvelles pièces sont arrivées\u00a0: échangez les données de signature avant le prochain paiement.',
    infoExport: 'Exporter mes données de signature',
    infoFile: 'données de signature d’un participant',
    infoReplaces:
      'Envoyez-les aux autres. Elles remplacent celles que vous avez exportées avant, qui ne doivent plus être utilisées.',
    info: 'Données de signature du participant {{ index }}',
    infoGo: 'Saisir les données de signature',
    infoTooFew: {
      one: 'Saisissez les données de signature d’au moins {{ count }} autre participant.',
      many: 'Saisissez les données de signature d’au moins {{ count }} d’autres participants.',
      other: 'Saisissez les données de signature d’au moins {{ count }} autres participants.',
    },
    infoDone: 'Les données de signature sont saisies. Pièces contenues\u00a0: {{ count }}.',
    faults: {
      none: 'Collez d’abord les messages des autres.',
      threshold: 'Ce nombre de signatures ne va pas avec le nombre de participants.',
      count: 'Ce nombre de participants n’est pas possible.',
      round: 'Un message est d’un autre tour. Demandez à son expéditeur le message de ce tour.',
      duplicate:
        'Deux messages différents viennent du même participant. Demandez le bon, et n’utilisez chaque message qu’une fois.',
      missing: 'Il manque un message. Il en faut un de chacun des autres participants.',
      foreign: 'Un message est d’un autre tour ou d’un autre portefeuille partagé. Demandez le bon à son expéditeur.',
      keys: 'Un participant a envoyé des clés qui ne sont pas les siennes. Demandez de nouveaux messages à tous les participants.',
      disagreement:
        'Les participants ne sont pas d’accord\u00a0: quelqu’un a saisi d’autres messages que vous. Tous recommencent avec de nouveaux portefeuilles.',
      finished: 'L’échange de clés est déjà terminé.',
    },
    badMessage: 'Ce n’est pas un message d’un participant pour ce tour, ou il est incomplet. Copiez-le en entier.',
  },
  multisigPayment: {
    guide: {
      about:
        'Un participant propose un paiement. Les autres le signent l’un après l’autre, jusqu’à ce que les signatures suffisent. Puis l’un d’eux l’envoie. Entre les participants, il circule sous forme de petit fichier ou de texte.',
      needs:
        'Les données de signature des participants qui signent, exportées après le dernier paiement\nAutant de participants qu’il en faut pour signer, chacun avec sa part du portefeuille\nUn moyen de transmettre des fichiers ou des textes, comme une messagerie',
      steps:
        'Chacun exporte ci-dessous ses données de signature, et saisit celles des autres.\nUn participant prépare le paiement dans «\u00a0Envoyer\u00a0» et l’enregistre. Cela vaut sa signature.\nLe participant suivant l’ouvre ci-dessous, lit ce qu’il paie, le signe, et enregistre le nouveau fichier. On recommence jusqu’à ce que les signatures suffisent.\nN’importe quel participant ouvre le dernier fichier ci-dessous, et l’envoie.\nAvant le prochain paiement, chacun exporte de nouvelles données de signature.',
      final:
        'Lisez les destinataires et les montants avant de signer\u00a0: votre propre portefeuille les calcule. N’utilisez votre part que sur un seul appareil\u00a0: si deux copies signent avec les mêmes données de signature, les autres participants peuvent calculer votre clé à partir des signatures.',
    },
    prepareBody: 'Le paiement est construit et signé ici. Puis d’autres participants le signent, l’un après l’autre.',
    proposed: 'Le paiement est proposé',
    proposedBody:
      'Rien n’est encore envoyé. Vous l’avez signé\u202f; {{ threshold }} participants sur {{ total }} doivent signer. Transmettez-le au suivant, qui le signe dans Outils, Portefeuille partagé.',
    file: 'paiement proposé',
    signedFile: 'paiement signé par {{ signatures }} sur {{ threshold }}',
    keep: 'Enregistrez-le ou copiez-le avant de quitter cet écran\u00a0: le portefeuille ne le garde pas, et ne le signe pas une seconde fois.',
    open: 'Ouvrir le portefeuille partagé',
    propose: 'Préparer un autre paiement',
    read: 'Signer ou envoyer un paiement',
    readBody:
      'D’un autre participant. Ce qu’il fait est calculé ici, à partir des pièces et des clés de ce portefeuille.',
    set: 'Paiement d’un participant',
    signatures: 'Signatures',
    count: '{{ signatures }} sur {{ threshold }}, sans la vôtre',
    countOwn: '{{ signatures }} sur {{ threshold }}, avec la vôtre',
    keepComplete:
      'Envoyez-le ou enregistrez-le avant de quitter cet écran\u00a0: le portefeuille ne le garde pas, et ne le signe pas une seconde fois.',
    handOn: 'Vous avez signé ce paiement',
    handOnBody: 'Transmettez-le au participant suivant, qui le signe aussi.',
    complete: 'Assez de participants ont signé. N’importe lequel d’entre eux peut l’envoyer, une fois.',
    handOnInstead: 'Laisser un autre participant l’envoyer',
    another: 'Ouvrir un autre paiement',
    after: 'Avant le prochain paiement, chacun exporte de nouvelles données de signature, et saisit celles des autres.',
  },
}
