// Texts of values in a currency.
import type { rates as english } from '../en/rates.ts'
import type { TranslationOf } from '../translation.ts'

export const rates: TranslationOf<typeof english, 'pt'> = {
  rates: {
    title: 'Valor em moeda fiduciária',
    what: 'Mostra os valores também em moeda fiduciária. A cotação vem de um serviço que você indica: o Faba não tem nenhum próprio e não solicita nada antes disso.',
    whatKnown:
      'Mostra os valores também em moeda fiduciária, pela cotação de {{ service }} ({{ host }}). Nada é solicitado antes que você permita aqui.',
    allow: 'Obter a cotação de {{ service }}',
    useOwn: 'Usar outro serviço',
    useKnown: 'Usar {{ service }}',
    learns:
      'O serviço descobre seu endereço IP e que alguém nesse endereço usa {{ ticker }}: agora e a cada dez minutos enquanto esta carteira está aberta. Ele nunca descobre seu saldo, seus endereços nem seus pagamentos.',
    url: 'Endereço da cotação, para {{ network }}',
    urlHint:
      'Qualquer endereço que responda com JSON e deixe páginas de outros sites lê-lo. {{ currency }} e {{ ticker }} representam a moeda fiduciária e a da carteira.',
    urlBad: 'Digite um endereço que comece com https://.',
    path: 'Posição da cotação na resposta',
    pathHint:
      'Nomes e posições separados por pontos, como monero.brl ou data.0.price. Em branco: a resposta é a cotação.',
    currency: 'Moeda fiduciária',
    currencyHint: 'Três letras, como BRL.',
    currencyBad: 'Digite as três letras de uma moeda fiduciária, como BRL.',
    save: 'Salvar e obter a cotação',
    turnOff: 'Desativar',
    turnedOff: 'Desativado. Nada mais é solicitado.',
    price: '1 {{ ticker }} = {{ price }}, {{ time }}',
    typeIn: 'Digitar o valor em {{ unit }}',
    about: '≈ {{ value }}',
    stale: '≈ {{ value }}, pela cotação de {{ time }}',
    lessThan: 'menos de {{ value }}',
    aboutNow: '≈ {{ value }} pela cotação atual',
    missing: 'Sem cotação: o serviço não fornece nenhuma agora.',
    faults: {
      unreachable: 'O serviço não responde ou não deixa páginas de outros sites lerem sua resposta.',
      status: 'O serviço recusou a solicitação. Ele pode limitar o número de solicitações: tente mais tarde.',
      format: 'A resposta do serviço não é JSON. Confira o endereço.',
      path: 'Não há número nesta posição da resposta. Confira a posição.',
    },
  },
}
