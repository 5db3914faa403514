// Texts of the tool for stakes in service nodes.
import type { stakes as english } from '../en/stakes.ts'
import type { TranslationOf } from '../translation.ts'

export const stakes: TranslationOf<typeof english, 'es'> = {
  stakes: {
    guide: {
      about:
        'Los nodos de servicio mantienen la red, y la red los recompensa. Un nodo necesita una participación (stake): monedas que siguen siendo tuyas, pero que la red bloquea mientras el nodo funciona. Puedes aportar toda la participación de un nodo tuyo, o una parte de la de un nodo ajeno, cuyo operador se queda con una parte de las recompensas por mantenerlo.',
      needs:
        'Monedas para la participación y una pequeña comisión\nPara un nodo tuyo: el comando de registro que muestra el nodo (prepare_registration)\nPara un nodo ajeno: su clave pública, de 64 caracteres, que te da su operador o una lista de nodos',
      steps:
        'Pega el comando de registro, o la clave del nodo y un importe.\nLee lo que aceptas: el nodo, la parte de su operador y la participación.\nConfirma. Las recompensas llegan a esta cartera mientras el nodo funciona.\nPara recuperar las monedas, solicita aquí la liberación y espera a que el nodo se detenga.',
      final:
        'Las monedas de una participación quedan bloqueadas hasta que el nodo se detiene: unas dos semanas después de solicitar la liberación. La solicitud no se puede retirar, y pone fin a las participaciones de todos los aportantes del nodo. Si el nodo se da de baja por mal servicio, las monedas quedan bloqueadas más tiempo.',
    },
    mine: 'Tus participaciones',
    empty: 'Sin participaciones',
    emptyHint: 'Aquí aparecen las monedas que la red bloquea como participaciones.',
    deregistered: 'El nodo de servicio se dio de baja',
    locked: 'Bloqueada',
    until: 'Libre en el bloque {{ height }}',
    unlock: 'Liberar…',
    unlockTitle: '¿Solicitar la liberación de esta participación?',
    unlockBody: {
      one: 'El nodo de servicio se detiene hacia el bloque {{ height }}, y entonces tu participación queda libre. También la de su otro aportante. La solicitud no se puede retirar.',
      many: 'El nodo de servicio se detiene hacia el bloque {{ height }}, y entonces tu participación queda libre. También las de sus otros {{ count }} de aportantes. La solicitud no se puede retirar.',
      other:
        'El nodo de servicio se detiene hacia el bloque {{ height }}, y entonces tu participación queda libre. También las de sus otros {{ count }} aportantes. La solicitud no se puede retirar.',
    },
    unlockAlone:
      'El nodo de servicio se detiene hacia el bloque {{ height }}, y entonces tu participación queda libre. La solicitud no se puede retirar.',
    cannotUnlock: 'Esta participación no se puede liberar',
    unlockGo: 'Solicitar liberación',
    unlockSent: 'La liberación está solicitada. Su altura se conoce cuando un bloque contiene la solicitud.',
    register: 'Registrar un nodo de servicio',
    registerBody: 'No se firma nada hasta que hayas leído qué significa el comando.',
    command: 'Comando de registro',
    commandHint: 'La línea completa que mostró el nodo de servicio. Empieza por register_service_node.',
    explain: 'Explicar este comando',
    registerTitle: '¿Registrar este nodo de servicio?',
    registerGo: 'Registrar y aportar',
    stake: 'Aportar a un nodo abierto',
    key: 'Clave pública del nodo de servicio',
    keyHint: '64 caracteres, 0–9 y a–f.',
    keyBad: 'Una clave tiene 64 caracteres: 0–9 y a–f.',
    amount: 'Importe',
    review: 'Revisar participación',
    stakeTitle: '¿Aportar a este nodo de servicio?',
    stakeGo: 'Aportar ahora',
    adjusted: 'El nodo no admite {{ amount }}: esto es lo que admite.',
    sent: 'Se envió la participación. Queda bloqueada cuando un bloque la contiene.',
  },
}
