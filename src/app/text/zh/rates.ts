// Texts of values in a currency.
import type { rates as english } from '../en/rates.ts'
import type { TranslationOf } from '../translation.ts'

export const rates: TranslationOf<typeof english, 'zh'> = {
  rates: {
    title: '按货币计价',
    what: '显示金额的价值。汇率来自你指定的服务：Faba 没有自己的服务，在你指定之前不会发出任何请求。',
    whatKnown: '按 {{ service }}（{{ host }}）的汇率显示金额的价值。在此处得到你的允许之前，不会发出任何请求。',
    allow: '从 {{ service }} 获取汇率',
    useOwn: '使用其他服务',
    useKnown: '使用 {{ service }}',
    learns:
      '该服务会得知你的 IP 地址，以及该地址有人使用 {{ ticker }}：现在一次，此后在此钱包打开期间每十分钟一次。它绝不会得知你的余额、地址或付款。',
    url: '{{ network }} 的汇率地址',
    urlHint: '任何返回 JSON 并允许其他网站的网页读取的地址。{{ currency }} 和 {{ ticker }} 分别代表货币和币种。',
    urlBad: '请输入以 https:// 开头的地址。',
    path: '汇率在响应中的位置',
    pathHint: '由点隔开的名称和序号，例如 monero.eur 或 data.0.price。留空：响应本身就是汇率。',
    currency: '货币',
    currencyHint: '三个字母，例如 EUR。',
    currencyBad: '请输入货币的三个字母，例如 EUR。',
    save: '保存并获取汇率',
    turnOff: '关闭',
    turnedOff: '已关闭。不再发出任何请求。',
    price: '1 {{ ticker }} = {{ price }}，{{ time }}',
    typeIn: '以 {{ unit }} 输入金额',
    about: '≈ {{ value }}',
    stale: '≈ {{ value }}，汇率截至 {{ time }}',
    lessThan: '不到 {{ value }}',
    aboutNow: '≈ {{ value }}（按当前汇率）',
    missing: '没有汇率：该服务目前未提供。',
    faults: {
      unreachable: '该服务没有响应，或不允许其他网站的网页读取其响应。',
      status: '该服务拒绝了请求。它可能限制请求次数：请稍后重试。',
      format: '该服务的响应不是 JSON。请检查地址。',
      path: '响应的此位置没有数字。请检查位置。',
    },
  },
}
