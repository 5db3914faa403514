// Texts of the tool for stakes in service nodes.
import type { stakes as english } from '../en/stakes.ts'
import type { TranslationOf } from '../translation.ts'

export const stakes: TranslationOf<typeof english, 'fr'> = {
  stakes: {
    guide: {
      about:
        'Les nœuds de service font tourner le réseau, et le réseau les récompense. Un nœud exige une mise\u00a0: des pièces qui restent à vous, mais que le réseau bloque tant que le nœud tourne. Vous pouvez miser pour un nœud à vous, ou pour une part du nœud de quelqu’un d’autre\u202f; son opérateur prélève alors une part des récompenses pour l’exploiter.',
      needs:
        'Des pièces pour la mise et de petits frais\nPour un nœud à vous\u00a0: la commande d’inscription que le nœud affiche (prepare_registration)\nPour le nœud de quelqu’un d’autre\u00a0: sa clé publique, 64 caractères, de son opérateur ou d’une liste de nœuds',
      steps:
        'Collez la commande d’inscription, ou la clé du nœud et un montant.\nLisez ce que vous acceptez\u00a0: le nœud, la part de son opérateur, la mise.\nConfirmez. Les récompenses arrivent dans ce portefeuille tant que le nœud tourne.\nPour récupérer les pièces, demandez le déblocage ici et attendez que le nœud s’arrête.',
      final:
        'Les pièces misées sont bloquées jusqu’à l’arrêt du nœud\u00a0: environ deux semaines après une demande de déblocage. Une demande ne peut pas être retirée, et met fin aux mises de tous les contributeurs du nœud. Si le nœud est radié pour mauvais service, les pièces restent bloquées plus longtemps.',
    },
    mine: 'Vos mises',
    empty: 'Aucune mise',
    emptyHint: 'Les pièces que le réseau bloque comme mises apparaissent ici.',
    deregistered: 'Le nœud de service a été radié',
    locked: 'Bloquée',
    until: 'Libre au bloc {{ height }}',
    unlock: 'Débloquer…',
    unlockTitle: 'Demander le déblocage de cette mise\u202f?',
    unlockBody: {
      one: 'Le nœud de service s’arrête vers le bloc {{ height }}, et votre mise est alors libre. Celle de {{ count }} autre contributeur aussi. Une demande ne peut pas être retirée.',
      many: 'Le nœud de service s’arrête vers le bloc {{ height }}, et votre mise est alors libre. Celles de {{ count }} d’autres contributeurs aussi. Une demande ne peut pas être retirée.',
      other:
        'Le nœud de service s’arrête vers le bloc {{ height }}, et votre mise est alors libre. Celles de ses {{ count }} autres contributeurs aussi. Une demande ne peut pas être retirée.',
    },
    unlockAlone:
      'Le nœud de service s’arrête vers le bloc {{ height }}, et votre mise est alors libre. Une demande ne peut pas être retirée.',
    cannotUnlock: 'Cette mise ne peut pas être débloquée',
    unlockGo: 'Demander le déblocage',
    unlockSent: 'Le déblocage est demandé. Sa hauteur est connue dès qu’un bloc contient la demande.',
    register: 'Inscrire un nœud de service',
    registerBody: 'Rien n’est signé avant que vous n’ayez lu ce que la commande signifie.',
    command: 'Commande d’inscription',
    commandHint: 'Toute la ligne que le nœud de service a affichée. Elle commence par register_service_node.',
    explain: 'Expliquer cette commande',
    registerTitle: 'Inscrire ce nœud de service\u202f?',
    registerGo: 'Inscrire et miser',
    stake: 'Miser sur un nœud ouvert',
    key: 'Clé publique du nœud de service',
    keyHint: '64 caractères, 0–9 et a–f.',
    keyBad: 'Une clé a 64 caractères\u00a0: 0–9 et a–f.',
    amount: 'Montant',
    review: 'Vérifier la mise',
    stakeTitle: 'Miser sur ce nœud de service\u202f?',
    stakeGo: 'Miser maintenant',
    adjusted: 'Le nœud n’accepte pas {{ amount }}\u00a0: voici ce qu’il accepte.',
    sent: 'La mise est envoyée. Elle est bloquée dès qu’un bloc la contient.',
  },
}
