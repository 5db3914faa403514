// Texts of the tools: what they share, and offline signing.
import type { tools as english } from '../en/tools.ts'
import type { TranslationOf } from '../translation.ts'

export const tools: TranslationOf<typeof english, 'fr'> = {
  tools: {
    title: 'Outils',
    about: 'Ce dont vous n’avez besoin que de temps en temps.',
    back: 'Retour aux Outils',
    guide: 'Comment ça marche',
    needs: 'Ce qu’il vous faut',
    steps: 'Les étapes',
    offline: 'Signature hors ligne',
    offlineHint: 'Gardez la clé de dépense sur un appareil sans réseau, et payez quand même.',
    names: 'Noms',
    namesHint: 'Achetez, renouvelez et modifiez des noms Session et Lokinet.',
    stakes: 'Mises',
    stakesHint: 'Inscrivez un nœud de service, misez sur un nœud, et débloquez des mises.',
    multisig: 'Portefeuille partagé (multisig)',
    multisigHint: 'Un portefeuille qui ne dépense que si plusieurs personnes sont d’accord.',
    signsAlone:
      'Ce portefeuille ne peut pas signer seul. Les commandes se font dans un portefeuille avec sa propre clé de dépense.',
    notHere: 'Pas disponible pour cette monnaie',
    notHereHint: 'Cela existe sur les réseaux à nœuds de service, comme Oxen.',
  },
  data: {
    hint: 'Collez le texte, choisissez le fichier, ou déposez-le ici.',
    choose: 'Choisir un fichier',
    chooseFor: 'Fichier\u00a0: {{ label }}',
    remove: 'Retirer le fichier',
    missing: 'Collez d’abord le texte ou choisissez le fichier.',
    notHex: 'Ce texte est incomplet, ou contient d’autres caractères que 0–9 et a–f. Copiez-le en entier.',
    large: 'Ce fichier est trop gros. Choisissez le fichier que l’autre portefeuille a enregistré.',
    size: '{{ name }}, {{ size }}',
    save: 'Enregistrer en fichier',
    again: 'Exporter de nouveau',
    copy: 'Copier en texte',
  },
  set: {
    amount: 'Montant',
    fee: 'Frais',
    sum: 'Total avec les frais',
    change: 'Monnaie rendue, vers ce portefeuille',
    locked: 'Bloqué jusqu’à',
    paymentId: 'ID de paiement',
    transactions: 'Transactions',
    prepare: 'Préparer un paiement',
    read: 'Voir ce qu’il paie',
    what: 'Ce que vous signez',
    nothingElse: 'Tout le reste de ce qu’il dépense revient à ce portefeuille.',
    signGo: 'Signer ce paiement',
    sendGo: 'Envoyer ce paiement',
    sendWhat: 'Ce que vous envoyez',
  },
  offline: {
    guide: {
      about:
        'Un portefeuille en lecture seule, sur cet appareil ou un autre, voit vos pièces mais ne peut pas les dépenser. Le portefeuille avec la clé de dépense reste sur un appareil sans réseau et y signe chaque paiement. Quelqu’un qui pirate l’appareil connecté ne peut pas prendre vos pièces.',
      needs:
        'Un portefeuille en lecture seule, connecté à un nœud\u00a0: créé par «\u00a0Clés ou lecture seule\u00a0» avec l’adresse principale et la clé de vue\nLe même portefeuille avec sa clé de dépense sur l’autre appareil, qui n’a pas besoin de réseau\nUne caméra sur les deux appareils, qui lisent des codes QR sur l’écran l’un de l’autre\u202f; ou un moyen de transférer un petit fichier, comme une clé USB',
      steps:
        'Dans le portefeuille en lecture seule, préparez un paiement dans «\u00a0Envoyer\u00a0», et affichez-le en codes QR ou enregistrez-le en fichier.\nDans le portefeuille avec la clé de dépense, scannez les codes ou ouvrez le fichier ici, lisez ce qu’il paie, et signez-le.\nDe retour dans le portefeuille en lecture seule, scannez ou ouvrez ici le paiement signé, et envoyez-le.',
      final:
        'Lisez les destinataires et les montants sur l’appareil avec la clé de dépense\u00a0: seul ce qu’il affiche est certain. Un paiement signé peut être envoyé par quiconque l’a, et un paiement envoyé est irréversible.',
    },
    prepareBody: 'Le paiement est construit ici et signé dans le portefeuille avec la clé de dépense.',
    ready: 'Le paiement est prêt à être signé',
    readyBody:
      'Rien n’est encore envoyé. Transférez-le vers le portefeuille avec la clé de dépense, et signez-le là-bas dans Outils, Signature hors ligne.',
    another: 'Préparer un autre paiement',
    file: 'paiement non signé',
    signedFile: 'paiement signé',
    outputsFile: 'pièces',
    keyImagesFile: 'images de clé',
    sign: 'Signer un paiement',
    signBody:
      'De votre portefeuille en lecture seule. Ce qu’il fait est calculé ici, à partir des pièces et des clés de ce portefeuille.',
    unsigned: 'Paiement non signé',
    more: 'Signer un autre paiement',
    connected:
      'Cet appareil est connecté à un réseau. Gardez le portefeuille avec la clé de dépense sur un appareil en mode avion\u00a0: il n’a pas besoin de réseau pour signer.',
    disconnected: 'Cet appareil est en mode avion, comme il se doit.',
    signed: 'Le paiement est signé',
    signedBody: 'Rapportez-le au portefeuille en lecture seule, et envoyez-le de là-bas. Quiconque l’a peut l’envoyer.',
    send: 'Envoyer un paiement signé',
    sendBody:
      'De votre portefeuille avec la clé de dépense. Il est comparé aux pièces de ce portefeuille avant d’être envoyé.',
    signedSet: 'Paiement signé',
    copies: 'Mettre les deux portefeuilles à jour',
    copiesHot:
      'Un paiement contient tout ce qu’il faut. Si le solde compte ici des pièces dépensées ailleurs, transférez la liste de pièces au portefeuille avec la clé de dépense, et rapportez ses images de clé.',
    copiesCold:
      'Un paiement contient tout ce qu’il faut. Si le portefeuille en lecture seule affiche un faux solde, prenez sa liste de pièces, et donnez-lui les images de clé.',
    outputs: 'Liste de pièces du portefeuille en lecture seule',
    exportOutputs: 'Exporter la liste de pièces',
    importOutputs: 'Importer la liste de pièces',
    imported: {
      one: 'Ce portefeuille connaît maintenant {{ count }} pièce.',
      many: 'Ce portefeuille connaît maintenant {{ count }} de pièces.',
      other: 'Ce portefeuille connaît maintenant {{ count }} pièces.',
    },
    exportKeyImages: 'Exporter les images de clé',
    keyImages: 'Images de clé du portefeuille avec la clé de dépense',
    importKeyImages: 'Importer les images de clé',
    importedKeyImages: 'Le solde est maintenant de {{ owned }}. Dépensé\u00a0: {{ spent }}.',
    privacy:
      'Les deux listes montrent quelles pièces sont à vous. Elles sont chiffrées avec la clé de vue du portefeuille.',
    older: 'L’autre portefeuille est un Monero antérieur à 0.18.1.1',
    olderHint:
      'Les paiements et les listes de pièces sont écrits dans le format qu’il lit. Désactivez ceci pour les programmes depuis 2022.',
    multisig: 'Un portefeuille partagé ne se signe pas hors ligne',
    multisigHint: 'Ses participants signent ses paiements l’un après l’autre.',
  },
}
