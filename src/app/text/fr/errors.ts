// Texts of errors of payments, names, nodes and the storage. Those that several screens share with their hints are in frame.ts.
import type { errors as english } from '../en/errors.ts'
import type { TranslationOf } from '../translation.ts'

export const errors: TranslationOf<typeof english, 'fr'> = {
  paymentError: {
    notEnough:
      'Le solde de {{ available }} ne couvre pas le montant et les frais, {{ needed }} en tout. Envoyez moins, ou recevez d’abord des pièces.',
    notYetEnough:
      'Vous ne pouvez dépenser que {{ unlocked }} pour l’instant, mais le montant et les frais font {{ needed }} en tout. Attendez que davantage soit disponible, ou envoyez moins.',
    feeTooHigh:
      'Ces pièces ne couvrent pas le montant et les frais. Envoyez moins, ou choisissez une vitesse plus lente.',
    nothingAvailable: 'Aucune pièce n’est dépensable pour l’instant. Attendez que certaines soient disponibles.',
    nothingWorthFee: 'Aucune pièce ne vaut ses frais. Choisissez une vitesse plus lente, ou recevez d’abord davantage.',
    chainTooYoung:
      'Il y a trop peu de pièces sur cette chaîne pour cacher les vôtres parmi elles. Attendez d’autres blocs, puis réessayez.',
    feeLimit:
      'Le nœud demande des frais plus élevés que ce que vous autorisez. Choisissez un autre nœud, ou relevez la limite dans les Réglages.',
    feeFromAmounts:
      'Les frais ne peuvent pas être déduits de ces montants. Payez moins de destinataires à la fois, ou payez les frais en plus.',
    integratedAlone: 'Une adresse intégrée ne peut pas être payée avec d’autres destinataires. Payez-la séparément.',
    address: 'Ce n’est pas une adresse de cette monnaie\u00a0: un caractère peut manquer, être en trop ou mal saisi.',
    frozen: 'Une de ces pièces a été gelée après la préparation du paiement. Dégelez-la d’abord.',
    outdated: 'Des pièces de ce paiement ont été dépensées après sa préparation. Préparez-le de nouveau.',
    selfCheck:
      'Le paiement terminé n’a pas passé la vérification de ce portefeuille, et rien n’a été envoyé. Réessayez, ou choisissez un autre nœud dans les Réglages.',
    notWaiting: 'Ce paiement n’est plus en attente. Préparez-le de nouveau.',
    refused:
      'Le nœud a refusé le paiement, et rien n’a été envoyé. Préparez-le de nouveau, ou choisissez un autre nœud.',
    refusedBecause:
      'Le nœud a refusé le paiement, et rien n’a été envoyé ({{ reason }}). Préparez-le de nouveau, ou choisissez un autre nœud.',
    doubleSpend:
      'Rien n’a été envoyé\u00a0: des pièces de ce paiement sont déjà dépensées, par une autre copie de ce portefeuille. Laissez ce portefeuille se synchroniser, puis préparez de nouveau le paiement.',
    amountText: 'Ce n’est pas un montant de cette monnaie. Saisissez des chiffres et une virgule, par exemple 12,5.',
    outputs: 'Un paiement de tout peut être divisé en {{ max }} parts au plus, pas {{ count }}.',
    speed: 'Cette vitesse n’existe pas actuellement pour ce type de paiement. Choisissez-en une autre.',
    instant:
      'Aucun paiement instantané ne peut être approuvé pour le moment, et rien n’a été envoyé. Payez normalement, c’est moins cher.',
    coinGone:
      'Une de ces pièces n’est plus dans ce portefeuille. Revenez à la liste des pièces et choisissez de nouveau.',
  },
  nodeError: {
    refused: 'Le nœud ne traite pas cette requête. Choisissez un autre nœud dans les Réglages.',
    refusedBecause:
      'Le nœud a refusé cette requête\u00a0: «\u00a0{{ reason }}\u00a0». Réessayez, ou choisissez un autre nœud dans les Réglages.',
    login:
      'Le nœud exige une authentification, que cette page ne peut pas fournir. Choisissez un autre nœud dans les Réglages.',
    timeout: 'Le nœud met trop de temps à répondre. Réessayez, ou choisissez un autre nœud dans les Réglages.',
    busy: 'Le nœud est surchargé ou se synchronise encore. Réessayez plus tard, ou choisissez un autre nœud dans les Réglages.',
    wrongData:
      'Le nœud a envoyé des données incohérentes, et rien n’a été fait. Réessayez. Si cela se reproduit, choisissez un autre nœud dans les Réglages.',
    wrongNetwork:
      'Le nœud sert un autre réseau que celui de ce portefeuille. Choisissez un autre nœud dans les Réglages.',
    noTransaction: 'Le nœud ne connaît pas cette transaction. Vérifiez son ID.',
  },
  nameError: {
    notFound: 'Il n’y a pas d’adresse à ce nom. Vérifiez l’orthographe.',
    notPublished: '{{ name }} n’a pas d’adresse {{ ticker }}.',
    notSigned: 'Ce nom est inutilisable\u00a0: son adresse n’a pas de signatures DNSSEC valides.',
    service:
      'Le service DNS n’a pas répondu comme il le devrait. Réessayez, ou choisissez un autre service dans les Réglages.',
  },
  storageError: {
    blocked: 'Un autre onglet exécute une version plus ancienne de cette page. Fermez-le, puis réessayez.',
    lost: 'La connexion au stockage est perdue, et rien n’a été enregistré. Rechargez la page.',
    cleared:
      'Les données de cette page ont été effacées alors que le portefeuille était ouvert, et rien n’a été enregistré. Réessayez.',
    newer:
      'Une version plus récente de cette page a modifié le stockage. Rechargez la page pour utiliser cette version.',
    full: 'Le stockage du navigateur est plein. Libérez de l’espace disque, puis réessayez.',
    unreadable: 'Le stockage du navigateur est inutilisable. Rechargez la page, puis réessayez.',
    damaged:
      'Des données stockées de ce portefeuille sont endommagées. Restaurez-le avec ses mots de récupération ou une sauvegarde.',
    network: 'Cette version de Faba ne connaît pas le réseau {{ id }}. Mettez Faba à jour pour ouvrir ce portefeuille.',
    reload:
      'Ce navigateur ne peut pas garder un portefeuille ouvert pendant que la page se recharge. Déverrouillez-le de nouveau après chaque rechargement.',
  },
  keysError: {
    mismatch: 'Ces clés ne vont pas avec cette adresse. Vérifiez chaque clé et utilisez l’adresse principale.',
    multisigSeed: 'Ce n’est pas le code de récupération d’une part d’un portefeuille partagé. Saisissez-le en entier.',
    invalid:
      'Une clé contenue ici n’est pas valide\u00a0: elle est endommagée, ou un caractère est faux. Comparez-la avec sa source.',
    notShared: 'Seul un portefeuille partagé peut faire cela, et celui-ci n’en est pas un.',
  },
  stoppedError: {
    request: 'Cette requête n’est plus en attente.',
    file: 'Un fichier de la page n’a pas pu être chargé. Rechargez la page.',
    engine: 'Le portefeuille a été arrêté dans cet onglet. Rechargez la page.',
    webAssembly:
      'Ce navigateur ne peut pas exécuter la cryptographie de Faba\u00a0: WebAssembly est désactivé ou trop ancien. Autorisez-le pour ce site, ou utilisez un autre navigateur.',
    memory: 'Il reste trop peu de mémoire au navigateur. Fermez d’autres onglets, puis rechargez la page.',
    random:
      'Le navigateur n’a pas fourni de nombres aléatoires utilisables, donc rien n’a été fait. Redémarrez le navigateur, puis réessayez.',
    scanner: 'La partie de la page qui cherche les paiements s’est arrêtée. Rechargez la page.',
    devnet: 'Le nœud de développement de cette page s’est arrêté. Rechargez la page.',
  },
  urlError: {
    login:
      'L’adresse contient un identifiant (nom:motdepasse@), qu’une page ne peut pas envoyer. Utilisez un nœud sans authentification.',
    port: 'Le port, le nombre après les deux-points, est au plus 65535.',
  },
  destinationError: {
    coin: 'C’est un lien de paiement ou une adresse de {{ coin }}. Ce portefeuille a une autre monnaie\u00a0: demandez une adresse de celle-là.',
    page: 'C’est l’adresse d’une page web. Ouvrez-la et copiez-y l’adresse ou le lien de paiement.',
    network:
      'Cette adresse appartient à un autre réseau\u00a0: {{ network }}. Demandez une adresse du réseau de ce portefeuille.',
    link: 'Ce lien de paiement est endommagé. Demandez-en un nouveau, ou collez l’adresse elle-même.',
    paymentId:
      'Cette demande contient, à côté de son adresse, un ancien ID de paiement qui ne peut pas être envoyé. Demandez une adresse intégrée ou une sous-adresse.',
  },
  seedError: {
    words: 'Le mot {{ position }} n’est pas dans la liste de mots. Vérifiez l’orthographe.',
    wrong:
      'Ces mots ne forment pas une phrase de récupération. Elle compte 25 mots\u00a0: comparez chacun avec vos notes.',
    old: 'Ces mots viennent de l’ancienne liste anglaise, utilisée jusqu’en 2014. Restaurez-les dans le portefeuille en ligne de commande de Monero, et utilisez ici ses nouveaux mots.',
    check: 'Ce n’est pas le mot {{ position }} de vos mots de récupération. Comparez-le avec vos notes.',
    gone: 'Les nouveaux mots de récupération ont disparu, car la page a été rechargée ou arrêtée. Créez-en d’autres.',
    language: 'Il n’y a pas de mots de récupération dans cette langue. Choisissez-en une autre.',
  },
  stakeError: {
    full: 'Ce nœud de service n’accepte plus de pièces de ce portefeuille.',
    contributors: 'Ce nœud de service a déjà autant de contributeurs qu’il peut en avoir.',
    minimum: 'Ce nœud de service accepte {{ minimum }} ou plus.',
    unknown:
      'Le nœud ne connaît aucun nœud de service avec cette clé. Vérifiez la clé, et que le nœud de service est inscrit.',
    registered: 'Ce nœud de service est déjà inscrit.',
    options:
      'Cette commande a une option qui n’est pas possible ici. Copiez la ligne telle que le nœud de service l’a affichée.',
  },
  unlockError: {
    none: 'Ce portefeuille n’a pas de mise dans ce nœud de service.',
    requested: 'Le déblocage est déjà demandé. La mise est libre vers le bloc {{ height }}.',
    foreign: 'Ce portefeuille ne peut pas débloquer cette mise.',
  },
  registrationError: {
    form: 'Cette commande est incomplète, ou elle a été modifiée. Copiez toute la ligne que le nœud de service a affichée.',
    expired: 'Cette commande a expiré. Préparez-en une nouvelle sur le nœud de service.',
    foreign:
      'L’opérateur dans cette commande est un autre portefeuille\u00a0: sa première adresse n’est pas votre adresse principale. Préparez-la de nouveau avec l’adresse de ce portefeuille.',
    signature:
      'Cette commande n’a pas été signée par son nœud de service. Préparez-en une nouvelle sur le nœud de service.',
  },
  entryError: {
    fileTooLarge: 'Ce fichier est trop gros\u00a0: {{ limit }} au plus.',
    contact: 'Les contacts ont changé entre-temps. Vérifiez-les, puis réessayez.',
    walletName: 'Ce nom est trop long, ou désigne un dossier. Choisissez-en un autre.',
    hex: 'Ce texte n’a pas la bonne longueur, ou contient d’autres caractères que 0–9 et a–f. Copiez-le de nouveau en entier.',
    data: 'Ces données sont incomplètes ou ont été modifiées en chemin. Copiez-les, exportez-les ou scannez-les de nouveau.',
    decryption:
      'Ces données ne peuvent pas être déchiffrées\u00a0: elles sont destinées à un autre portefeuille ou protégées par un autre mot de passe, ou elles ont été modifiées en chemin.',
    paymentId: 'Un ID de paiement a 16 caractères, 0–9 et a–f, qui ne sont pas tous 0.',
    address: 'Ce portefeuille n’a pas ce compte ou cette adresse. Faites un autre choix.',
    tag: 'Aucun compte n’a plus cette étiquette. Donnez-la d’abord à un compte.',
    settings:
      'Ces réglages n’ont pas été enregistrés\u00a0: une valeur est hors limites, ou il manque l’adresse d’un nœud. Vérifiez-les tous.',
  },
}
