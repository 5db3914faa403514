// Texts of short messages, and of the tour for a new user.
import type { guidance as english } from '../en/guidance.ts'
import type { TranslationOf } from '../translation.ts'

export const guidance: TranslationOf<typeof english, 'pt'> = {
  toast: {
    label: 'Mensagens',
    undo: 'Desfazer',
    undoKeys: 'Ctrl Z desfaz.',
    dismiss: 'Dispensar',
    notSaved: 'Não foi salvo: tudo está como antes. {{ reason }}',
    contactRemoved: 'O contato {{ name }} foi removido.',
    addressHidden: '{{ name }} está oculto. Ele aparece de novo assim que receber algo.',
    nodeRemoved: 'O nó foi removido: {{ node }}',
    frozen: {
      one: '{{ count }} moeda está congelada: pagamentos não a usam.',
      many: '{{ count }} de moedas estão congeladas: pagamentos não as usam.',
      other: '{{ count }} moedas estão congeladas: pagamentos não as usam.',
    },
    thawed: {
      one: '{{ count }} moeda foi descongelada: pagamentos podem usá-la.',
      many: '{{ count }} de moedas foram descongeladas: pagamentos podem usá-las.',
      other: '{{ count }} moedas foram descongeladas: pagamentos podem usá-las.',
    },
  },
  tour: {
    label: 'Primeiros passos',
    step: '{{ step }} de {{ steps }}',
    keepTitle: 'Guarde suas palavras',
    keep: 'As palavras-semente restauram esta carteira em qualquer dispositivo. Guarde-as em papel, onde só você as encontre. Se elas se perderem, ninguém pode recuperá-las.',
    payTitle: 'Receber e enviar',
    pay: 'Receber mostra um endereço para compartilhar. Enviar mostra primeiro o pagamento completo com a taxa, e nada sai antes que você confirme.',
    findTitle: 'Encontre tudo',
    find: 'Segurança, nós e idioma ficam em Configurações. Com um teclado, Ctrl K encontra cada tela, conta e contato. O cadeado no alto bloqueia a carteira na hora.',
    back: 'Voltar',
    next: 'Avançar',
    skip: 'Pular',
    done: 'Concluir',
    again: 'Mostrar os primeiros passos',
  },
}
