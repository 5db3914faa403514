// Texts of the Receive screen beyond the address itself: sharing, the search, payments that arrive, integrated addresses, reuse.
import type { receiving as english } from '../en/receiving.ts'
import type { TranslationOf } from '../translation.ts'

export const receiving: TranslationOf<typeof english, 'zh'> = {
  share: {
    share: '分享',
    save: '将二维码保存为图片',
    failed: '浏览器无法分享。请改为复制。',
  },
  addresses: {
    search: '搜索地址',
    searchPlaceholder: '标签、地址或编号',
    none: '没有匹配的地址。',
    found: { other: '{{ count }} 个地址' },
    which: '哪些地址',
    shows: { all: '全部', unused: '未使用', used: '已使用', hidden: '已隐藏' },
    received: '已收，{{ ticker }}',
    lastUsed: '上次使用',
    show: '显示地址及二维码',
    label: '编辑标签',
    payments: '显示此地址收到的付款',
    sign: '用此地址签署文本',
    copyLabel: '复制标签',
    pin: '置顶',
    unpin: '取消置顶',
    hide: '隐藏',
    unhide: '重新显示',
    pinned: '已置顶',
    hidden: '已隐藏',
    returned: '又有入账',
    toMain: '显示主地址',
    reused: '付款人能认出此地址：它以前用过。请为每位付款人提供新地址。',
    fresh: '显示新地址',
  },
  arrivals: {
    list: '此地址收到的付款',
    seen: '已看到，等待区块',
    instant: '已即时收到，可以信赖',
    confirmed: '已确认 {{ count }}/{{ needed }}',
    settled: '已确认，可以花费',
    announceSeen: '已看到一笔 {{ amount }} 的付款。',
    announceInstant: '已即时收到一笔 {{ amount }} 的付款。',
    announceConfirmed: '一笔 {{ amount }} 的付款已确认。',
    full: '请求的金额已全额支付。',
    less: '请求的 {{ amount }} 还差 {{ missing }}。',
    more: '比请求的金额多付了 {{ extra }}。',
  },
  integrated: {
    name: '集成地址',
    about:
      '集成地址是内含付款 ID 的主地址，商店或交易所凭付款 ID 区分付款。付款人能认出这是同一个地址，因此除非需要付款 ID，否则请使用子地址。',
    paymentId: '付款 ID',
    hint: '16 位，由 0–9 和 a–f 组成。留空则随机生成。',
    bad: '请输入 16 位，由 0–9 和 a–f 组成，且不能全为 0。',
    show: '显示集成地址',
    tag: '付款 ID {{ id }}',
  },
}
