// Texts that protect people from fraud: addresses that resemble known ones, and hints before the first large payment.
import type { safety as english } from '../en/safety.ts'
import type { TranslationOf } from '../translation.ts'

export const safety: TranslationOf<typeof english, 'zh'> = {
  lookalike: {
    title: '注意：此地址与另一个地址相似。',
    contact: '它的开头和结尾与 {{ name }} 的地址相同，但它是另一个地址。',
    paid: '它的开头和结尾与你以前付过款的一个地址相同，但它是另一个地址。',
    why: '不法分子会制作这样的地址，偷偷放进剪贴板和消息中。如果不确定，请通过其他途径向收款人核实。',
    known: '已知地址',
    this: '此地址',
    confirm: '我已对比两个地址，要向此地址付款',
    unconfirmed: '请先对比两个地址。',
  },
  scam: {
    title: '在你首次大额付款之前',
    words: '正规的服务绝不会索要你的助记词或密钥。',
    final: '付款无法撤销。',
    phone: '通过电话或聊天指导你进行这笔付款的人是骗子。',
    read: '我已阅读，并且没有人逼我付款',
  },
}
