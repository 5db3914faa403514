// Texts of the tool for stakes in service nodes.
import type { stakes as english } from '../en/stakes.ts'
import type { TranslationOf } from '../translation.ts'

export const stakes: TranslationOf<typeof english, 'pt'> = {
  stakes: {
    guide: {
      about:
        'Nós de serviço mantêm a rede, e a rede os recompensa. Um nó precisa de uma participação: moedas que continuam suas, mas que a rede bloqueia enquanto o nó funciona. Você pode aportar a participação de um nó próprio, ou uma parte da participação do nó de outra pessoa; o operador fica então com uma parte das recompensas por mantê-lo.',
      needs:
        'Moedas para a participação e uma pequena taxa\nPara um nó próprio: o comando de registro que o nó mostra (prepare_registration)\nPara o nó de outra pessoa: a chave pública dele, 64 caracteres, obtida do operador ou de uma lista de nós',
      steps:
        'Cole o comando de registro, ou a chave do nó e um valor.\nLeia com o que você concorda: o nó, a parte do operador, a participação.\nConfirme. As recompensas chegam a esta carteira enquanto o nó funciona.\nPara ter as moedas de volta, solicite a liberação aqui e espere até o nó parar.',
      final:
        'As moedas da participação ficam bloqueadas até o nó parar: cerca de duas semanas depois de uma solicitação de liberação. Uma solicitação não pode ser retirada e encerra as participações de todos os contribuidores do nó. Se o registro do nó for cancelado por mau serviço, as moedas ficam bloqueadas por mais tempo.',
    },
    mine: 'Suas participações',
    empty: 'Nenhuma participação',
    emptyHint: 'Moedas que a rede bloqueia como participação aparecem aqui.',
    deregistered: 'O registro do nó de serviço foi cancelado',
    locked: 'Bloqueada',
    until: 'Livre no bloco {{ height }}',
    unlock: 'Liberar…',
    unlockTitle: 'Solicitar a liberação desta participação?',
    unlockBody: {
      one: 'O nó de serviço para por volta do bloco {{ height }}, e sua participação fica livre então. Também fica livre a de {{ count }} outro contribuidor. Uma solicitação não pode ser retirada.',
      many: 'O nó de serviço para por volta do bloco {{ height }}, e sua participação fica livre então. Também ficam livres as de {{ count }} de outros contribuidores. Uma solicitação não pode ser retirada.',
      other:
        'O nó de serviço para por volta do bloco {{ height }}, e sua participação fica livre então. Também ficam livres as de {{ count }} outros contribuidores. Uma solicitação não pode ser retirada.',
    },
    unlockAlone:
      'O nó de serviço para por volta do bloco {{ height }}, e sua participação fica livre então. Uma solicitação não pode ser retirada.',
    cannotUnlock: 'Esta participação não pode ser liberada',
    unlockGo: 'Solicitar a liberação',
    unlockSent:
      'A liberação foi solicitada. A altura da liberação é conhecida assim que um bloco contiver a solicitação.',
    register: 'Registrar um nó de serviço',
    registerBody: 'Nada é assinado antes que você leia o que o comando significa.',
    command: 'Comando de registro',
    commandHint: 'A linha inteira que o nó de serviço mostrou. Ela começa com register_service_node.',
    explain: 'Explicar este comando',
    registerTitle: 'Registrar este nó de serviço?',
    registerGo: 'Registrar e participar',
    stake: 'Participar de um nó aberto',
    key: 'Chave pública do nó de serviço',
    keyHint: '64 caracteres, 0–9 e a–f.',
    keyBad: 'Uma chave tem 64 caracteres: 0–9 e a–f.',
    amount: 'Valor',
    review: 'Revisar participação',
    stakeTitle: 'Participar deste nó de serviço?',
    stakeGo: 'Participar agora',
    adjusted: 'O nó não aceita {{ amount }}: isto é o que ele aceita.',
    sent: 'A participação foi enviada. Ela fica bloqueada assim que um bloco a contiver.',
  },
}
