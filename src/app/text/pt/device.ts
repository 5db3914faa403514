// Texts of the settings of this device: storage, installation, links, notifications.
import type { device as english } from '../en/device.ts'
import type { TranslationOf } from '../translation.ts'

export const device: TranslationOf<typeof english, 'pt'> = {
  device: {
    title: 'Este dispositivo',
    storage: 'Armazenamento',
    used: '{{ used }} de {{ quota }}',
    usedAlone: '{{ used }}',
    kept: 'Mantido até você remover',
    keptNot: 'O navegador pode apagá-lo quando o disco estiver cheio',
    keep: 'Manter sempre',
    keepRefused:
      'O navegador não concordou. Ele costuma concordar depois que a página é instalada ou usada por alguns dias. Guarde suas palavras-semente em todo caso.',
    keepDone: 'O navegador mantém as carteiras desta página.',
    install: 'Instalar como app',
    installHint: 'Abre em janela própria e funciona sem rede.',
    installLater: 'Não instalar',
    installBy: {
      ios: 'No Safari: Compartilhar e depois Adicionar à Tela de Início.',
      safari: 'No Safari: Arquivo e depois Adicionar ao Dock.',
      firefox: 'No Firefox: o menu e depois Instalar ou Adicionar à tela inicial.',
    },
    installed: 'Instalado como app.',
    links: 'Abrir links de pagamento',
    linksHint:
      'Links como web+monero: em outros sites abrem aqui o formulário de um pagamento. O navegador pergunta antes.',
    linksDone: 'O navegador perguntou sobre cada moeda. As configurações dele mostram o que você escolheu.',
    arrivals: 'Avisar sobre pagamentos',
    arrivalsHint: 'Enquanto esta página está aberta em segundo plano. As notificações não mostram valores.',
    arrivalsDenied: 'O navegador não permite notificações. Permita-as nas configurações deste site e tente de novo.',
    linksDenied: 'Este navegador não deixa páginas abrirem links de pagamento.',
    arrivedTitle: '{{ name }}',
    arrived: {
      one: 'Chegou {{ count }} pagamento.',
      many: 'Chegaram {{ count }} de pagamentos.',
      other: 'Chegaram {{ count }} pagamentos.',
    },
  },
}
