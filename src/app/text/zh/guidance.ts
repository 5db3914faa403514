// Texts of short messages, and of the tour for a new user.
import type { guidance as english } from '../en/guidance.ts'
import type { TranslationOf } from '../translation.ts'

export const guidance: TranslationOf<typeof english, 'zh'> = {
  toast: {
    label: '消息',
    undo: '撤销',
    undoKeys: '按 Ctrl Z 可撤销。',
    dismiss: '关闭',
    notSaved: '未保存：一切保持原样。{{ reason }}',
    contactRemoved: '已移除 {{ name }}。',
    addressHidden: '{{ name }} 已隐藏。收到付款后会重新显示。',
    nodeRemoved: '已移除节点：{{ node }}',
    frozen: { other: '已冻结 {{ count }} 枚币：付款不会使用它们。' },
    thawed: { other: '已解冻 {{ count }} 枚币：付款可以使用它们。' },
  },
  tour: {
    label: '新手引导',
    step: '{{ step }}/{{ steps }}',
    keepTitle: '保管好助记词',
    keep: '助记词可以在任何设备上恢复此钱包。请写在纸上，存放在只有你能找到的地方。一旦丢失，没有人能找回。',
    payTitle: '接收和发送',
    pay: '“接收”会显示可分享的地址。“发送”会先显示整笔付款及其手续费，在你确认之前不会发出任何内容。',
    findTitle: '找到所需的一切',
    find: '安全、节点和语言都在设置中。使用键盘时，按 Ctrl K 可找到每个界面、账户和联系人。点击顶部的锁可立即锁定钱包。',
    back: '上一步',
    next: '下一步',
    skip: '跳过',
    done: '完成',
    again: '再看一次新手引导',
  },
}
