// Texts of the frame: navigation, actions, sync state, errors, and the screens of a tab without a wallet.
import type { frame as english } from '../en/frame.ts'
import type { TranslationOf } from '../translation.ts'

export const frame: TranslationOf<typeof english, 'fr'> = {
  app: {
    name: 'Faba',
    installedName: 'Portefeuille Faba',
    description: 'Un portefeuille privé qui vit dans votre navigateur. Les clés ne quittent jamais l’appareil.',
    tagline: 'Un portefeuille privé qui vit dans votre navigateur.',
    starting: 'Démarrage…',
    skip: 'Aller au contenu',
    loading: 'Chargement…',
  },
  nav: {
    label: 'Navigation principale',
    home: 'Accueil',
    send: 'Envoyer',
    receive: 'Recevoir',
    history: 'Historique',
    coins: 'Pièces',
    contacts: 'Contacts',
    tools: 'Outils',
    settings: 'Réglages',
    lock: 'Verrouiller',
    close: 'Fermer le portefeuille',
    nodes: 'Nœuds',
    more: 'Plus',
  },
  networkKind: {
    mainnet: 'Réseau principal',
    testnet: 'Testnet',
    stagenet: 'Stagenet',
    devnet: 'Devnet',
    regtest: 'Essai',
  },
  shortcuts: {
    title: 'Touches',
    search: 'Chercher sur cet écran',
    add: 'Nouveau paiement, adresse ou contact',
    submit: 'Valider le formulaire',
    hint: 'Les touches fonctionnent tant qu’aucun champ n’est actif.',
  },
  more: {
    coins: 'Geler, regrouper et choisir des pièces',
    contacts: 'Des noms pour les adresses',
    tools: 'Preuves, signature hors ligne, portefeuilles partagés',
    nodes: 'D’où le portefeuille tire ses données',
    settings: 'Sécurité, sauvegarde, affichage',
  },
  action: {
    back: 'Retour',
    cancel: 'Annuler',
    continue: 'Continuer',
    save: 'Enregistrer',
    saved: 'Enregistré',
    close: 'Fermer',
    copied: 'Copié',
    copyFailed: 'Copie impossible',
    copyChanged: 'Un autre programme l’a modifié',
    retry: 'Réessayer',
    home: 'Aller à l’accueil',
  },
  leaving: {
    title: 'Quitter ce portefeuille\u202f?',
    lost: 'En quittant, vous perdez ce que vous avez saisi ici\u00a0: {{ places }}.',
    lockKeeps: 'Verrouillé, le portefeuille le garde un jour, chiffré, et le réaffiche.',
    discard: 'Abandonner et quitter',
  },
  otherTab: {
    title: 'Faba est ouvert dans un autre onglet',
    body: 'Un seul onglet à la fois peut détenir vos clés. Cela évite de payer deux fois.',
    use: 'Utiliser ici',
    takingOver: 'Fermeture de l’autre onglet…',
  },
  framed: {
    title: 'Faba ne s’ouvre pas dans une autre page',
    body: 'La page qui l’entoure pourrait guider vos clics. Ouvrez Faba dans un onglet à part et vérifiez son adresse.',
    open: 'Ouvrir Faba dans un nouvel onglet',
  },
  insecure: {
    title: 'Cette adresse n’est pas sécurisée',
    body: 'Les navigateurs n’autorisent ni clés ni stockage sur les pages d’une connexion non chiffrée. Ouvrez Faba par https://, ou sur cet appareil à http://localhost.',
  },
  unsupported: {
    title: 'Faba ne peut pas fonctionner dans ce navigateur',
    storage:
      'Le navigateur ne laisse pas Faba stocker un portefeuille. Autorisez ce site à enregistrer des cookies et des données de site, dans les paramètres du navigateur. Certaines fenêtres privées ne le permettent pas\u00a0: utilisez alors une fenêtre normale.',
    webAssembly:
      'WebAssembly est désactivé, et Faba en a besoin. Des modes de sécurité le désactivent, comme le mode Isolement des appareils Apple\u00a0: faites une exception pour ce site, ou ouvrez Faba dans un autre navigateur.',
    update:
      'Il manque au navigateur une fonction dont Faba a besoin\u00a0: {{ feature }}. Mettez le navigateur à jour, ou ouvrez Faba dans une version actuelle de Firefox, Chrome, Edge ou Safari.',
  },
  crashed: {
    title: 'Le portefeuille s’est arrêté',
    body: 'Tout ce qui a été enregistré jusqu’ici est en sécurité. Rechargez la page et rouvrez le portefeuille.',
    reload: 'Recharger',
  },
  failure: {
    title: 'Cet écran a un problème',
    body: 'Votre portefeuille est en sécurité. Réessayez, ou allez sur un autre écran.',
  },
  update: {
    ready: 'Une nouvelle version de Faba est prête.',
    waits: 'Une nouvelle version de Faba est prête. Elle démarre une fois votre paiement envoyé ou annulé.',
    now: 'Mettre à jour',
    later: 'Plus tard',
    title: 'Mise à jour de Faba',
    body: 'Le portefeuille se ferme et la nouvelle version démarre. Cela prend quelques secondes.',
    blocked:
      'Votre portefeuille est fermé et en sécurité. Pour terminer la mise à jour, connectez-vous au réseau et réessayez, ou fermez tous les onglets de Faba et rouvrez-le.',
    stay: 'Retour à Faba',
  },
  notFound: {
    title: 'Page introuvable',
    body: 'Il n’y a pas de page à cette adresse.',
    home: 'Revenir au début',
  },
  sync: {
    label: 'Synchronisation',
    connecting: 'Connexion au nœud…',
    syncing: 'Recherche de paiements',
    synced: 'À jour',
    onRequest: 'Actualisation manuelle',
    onRequestHint:
      'L’actualisation automatique est désactivée ou rare. Les nouveaux paiements n’apparaissent qu’après une actualisation.',
    onRequestResume: 'Actualiser automatiquement',
    badgeConnecting: 'Connexion…',
    badgeOffline: 'Hors ligne',
    badgeStopped: 'À vous de décider',
    offline: 'Nœud injoignable',
    offlineHint:
      'Votre solde date du dernier bloc analysé. Vérifiez la connexion ou choisissez un autre nœud dans les Réglages.',
    blocks: 'Bloc {{ height }} sur {{ target }}',
    block: 'Bloc {{ height }}',
    blocksLeft: {
      one: 'encore {{ count }} bloc',
      many: 'encore {{ count }} de blocs',
      other: 'encore {{ count }} blocs',
    },
    hoursBehind: {
      one: '{{ count }} heure de retard',
      many: '{{ count }} d’heures de retard',
      other: '{{ count }} heures de retard',
    },
    daysBehind: {
      one: '{{ count }} jour de retard',
      many: '{{ count }} de jours de retard',
      other: '{{ count }} jours de retard',
    },
    refresh: 'Actualiser',
    stopped: 'En attente de votre décision',
    fork: 'Le nœud a un autre historique',
    forkBody:
      'À partir du bloc {{ height }}, les blocs du nœud diffèrent de ceux que votre portefeuille a analysés. Un nœud malveillant peut faire cela. Votre portefeuille reste tel quel\u00a0: comparez avec un autre nœud dans les Réglages. Si ce nœud a raison, suivez-le.',
    forkGo: 'Réanalyser depuis le bloc {{ height }}',
    outdated: 'Mise à jour nécessaire',
    outdatedBody:
      'À partir du bloc {{ height }}, le réseau suit le hard fork {{ version }}, que cette version de Faba ne connaît pas. Ce que vous voyez vient des blocs précédents, et rien n’est perdu. Mettez Faba à jour pour voir les nouveaux paiements et pour payer. S’il n’existe pas de mise à jour, le nœud a peut-être tort\u00a0: comparez avec un autre dans les Réglages.',
    altered: 'Des paiements peuvent manquer',
    alteredBody:
      'Un nœud a altéré des transactions. Votre portefeuille ignore celles qui sont altérées, mais il n’a vérifié qu’une partie des blocs précédents de ce nœud. Réanalysez avec un nœud de confiance.',
  },
  duration: {
    seconds: 'reste moins d’une minute',
    minutes: {
      one: 'reste environ {{ count }} min',
      many: 'reste environ {{ count }} min',
      other: 'reste environ {{ count }} min',
    },
    hours: {
      one: 'reste environ {{ count }} h',
      many: 'reste environ {{ count }} h',
      other: 'reste environ {{ count }} h',
    },
    days: {
      one: 'reste environ {{ count }} jour',
      many: 'reste environ {{ count }} de jours',
      other: 'reste environ {{ count }} jours',
    },
    unknown: 'estimation…',
  },
  time: {
    block: 'bloc {{ height }}',
    heightValue: '{{ height }} · vers le {{ date }}',
    heightInSentence: '{{ height }} (vers le {{ date }})',
    unix: 'temps UNIX {{ seconds }}',
  },
  error: {
    title: 'Cela n’a pas fonctionné',
    wrongPassword: 'Le mot de passe est faux. Vérifiez les majuscules et réessayez.',
    nodeUnreachable: 'Le nœud ne répond pas. Vérifiez la connexion, ou choisissez un autre nœud dans les Réglages.',
    noWallet: 'Le portefeuille est fermé ou verrouillé. Ouvrez-le et réessayez.',
    multisigInfo:
      'Ce ne sont pas des données de signature d’un participant de ce portefeuille, ou elles ont été modifiées en chemin. Demandez-les de nouveau.',
    multisigInfoNeeded:
      'Il manque à ce portefeuille des données de signature des autres participants. Chacun exporte les siennes et saisit celles des autres\u00a0: Outils, Portefeuille partagé.',
    multisigUnsupported:
      'Un portefeuille partagé ne peut pas faire cela\u00a0: ses participants ne signent que des paiements.',
    staleNonce:
      'Ce paiement utilise des données de signature à vous, déjà utilisées ou remplacées. Rien n’a été signé. Exportez de nouvelles données de signature, donnez-les aux autres, et faites préparer de nouveau le paiement.',
    polyseed: {
      count: 'Un polyseed a 16 mots. Vérifiez qu’aucun ne manque ou n’est saisi deux fois.',
      words: 'Le mot {{ position }} n’est pas dans la liste de mots des polyseeds. Vérifiez l’orthographe.',
      checksum:
        'Les mots ne vont pas ensemble\u00a0: l’un diffère de ce que vous avez noté, deux sont inversés, ou la phrase est d’une autre monnaie.',
      features: 'Ce polyseed a été créé pour un programme que Faba ne connaît pas. Restaurez-le là-bas.',
      passphrase: 'Ce polyseed est chiffré. Saisissez sa phrase de passe dans «\u00a0Plus d’options\u00a0».',
      language:
        'Ces mots existent dans plusieurs langues. Écrivez-les en entier, pas seulement leurs premières lettres.',
      coin: 'Les polyseeds sont propres à Monero. Choisissez un réseau de Monero ci-dessous.',
    },
    keysFile: {
      password: 'Le mot de passe des fichiers est faux, ou ce n’est pas le fichier de clés d’un portefeuille.',
      keys: 'Ce fichier de clés est endommagé. Utilisez les mots de récupération, ou une copie plus ancienne du fichier.',
      network: 'Ce fichier de clés est celui d’un portefeuille d’un autre réseau. Choisissez ce réseau ci-dessous.',
      unsupported:
        'Faba ne peut pas ouvrir le fichier de clés de ce type de portefeuille, comme un portefeuille matériel. Restaurez le portefeuille avec ses mots, ou saisissez ses clés, là où l’autre programme les affiche.',
    },
    walletCache: {
      password:
        'Le fichier à côté du fichier de clés est illisible\u00a0: il est endommagé, ou il a un autre mot de passe. Retirez-le pour ouvrir le portefeuille sans ses notes, libellés et destinataires.',
      format:
        'Le fichier à côté du fichier de clés a le format d’une autre version. Ouvrez et fermez une fois le portefeuille avec la version la plus récente de son programme, ou retirez le fichier pour ouvrir le portefeuille sans ses notes, libellés et destinataires.',
      keys: 'Les deux fichiers appartiennent à des portefeuilles différents. Choisissez les deux qui ont le même nom.',
    },
    multisigSet: {
      signed: 'Vous avez déjà signé ce paiement. Transmettez-le au participant suivant.',
      'too-many-candidates':
        'Ce paiement demande trop de signatures à la fois, ce qui n’est pas sûr avec cette monnaie. Signez après d’autres participants, ou faites-le préparer de nouveau avec les seules données de ceux qui vont signer.',
      'too-many-signers': 'Plus de participants que nécessaire ont signé ce paiement. Faites-le préparer de nouveau.',
      complete: 'Assez de participants ont déjà signé ce paiement. Il peut être envoyé.',
      incomplete: 'Trop peu de participants ont signé ce paiement. Transmettez-le au suivant.',
      signers:
        'Ce paiement a été préparé sans vos données de signature, vous ne pouvez donc pas le signer. Transmettez-le à un autre participant, ou donnez vos données de signature à son auteur, qui le prépare de nouveau.',
      unsafe:
        'Refusé, et rien n’a été signé\u00a0: une signature pourrait révéler votre clé. Faites préparer de nouveau le paiement.',
      failed:
        'Les signatures ne vont pas ensemble, et rien n’a été envoyé. La part d’un participant est fausse, ou ses données de signature l’étaient. Échangez de nouvelles données de signature, et préparez de nouveau le paiement.',
    },
    unknownFork:
      'Le réseau suit un hard fork plus récent que ceux que cette version de Faba connaît, donc rien n’a été payé. Mettez Faba à jour. S’il n’existe pas de mise à jour, le nœud a peut-être tort\u00a0: comparez avec un autre dans les Réglages.',
    nameText:
      'Ce nom n’est pas valide. Les noms Session ont jusqu’à 64 lettres, chiffres, traits d’union et traits de soulignement\u202f; les noms Lokinet ont des lettres, des chiffres et des traits d’union et se terminent par .loki.',
    nameType: 'Ce type de nom n’est pas encore disponible ici.',
    nameValue:
      'Un tel nom ne peut pas désigner cela. Un identifiant Session a 66 caractères, 0–9 et a–f, et commence par 05. Une adresse Lokinet a 52 caractères et se termine par .loki.',
    nameOwner: 'Ce n’est ni une adresse de cette monnaie, ni une clé de 64 caractères.',
    watchOnly:
      'Ce portefeuille est en lecture seule\u00a0: c’est le portefeuille avec la clé de dépense qui doit faire cela.',
    utf8: 'Ce fichier n’est pas un texte UTF-8. Enregistrez-le en UTF-8 et réessayez.',
    transferSet:
      'Ce n’est pas le type de paiement attendu de ce portefeuille, ou il a été modifié en chemin. Vérifiez le fichier et transférez-le de nouveau.',
    outputList:
      'Ce n’est pas une liste de pièces de ce portefeuille, ou elle a été modifiée en chemin. Exportez-la de nouveau.',
    keyImageList:
      'Ce ne sont pas des images de clé de ce portefeuille, ou elles ont été modifiées en chemin. Exportez-les de nouveau.',
    keyImagesRefused:
      'Les images de clé ont été refusées, et aucune n’a été importée\u00a0: une signature est fausse. Exportez-les de nouveau depuis le portefeuille avec la clé de dépense.',
    keyImagesNewer:
      'Les images de clé ne correspondent pas aux pièces de ce portefeuille. Laissez-le se synchroniser, transférez sa liste de pièces, et exportez de nouveau les images de clé.',
    internal: 'Une erreur interne s’est produite. Réessayez. Si elle se reproduit, rechargez la page.',
  },
}
