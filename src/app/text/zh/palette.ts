// Texts of the command palette and of keyboard shortcuts.
import type { palette as english } from '../en/palette.ts'
import type { TranslationOf } from '../translation.ts'

export const palette: TranslationOf<typeof english, 'zh'> = {
  palette: {
    title: '命令',
    open: '搜索命令',
    search: '搜索',
    none: '没有匹配的命令。',
    results: { other: '{{ count }} 个命令' },
    account: '显示账户 {{ name }}',
    contact: '向 {{ name }} 付款',
    lock: '立即锁定钱包',
    copyAddress: '复制主地址',
    shortcut: 'Ctrl K',
    lockShortcut: 'Ctrl Alt L',
    secretsShortcut: 'Ctrl Alt W',
    passwordShortcut: 'Ctrl Alt P',
    send: '发送付款',
    receive: '接收付款',
    offline: '离线签名',
    names: '名称',
    stakes: '质押',
    multisig: '共享钱包',
    nodes: '节点',
    coins: '选择币',
    contacts: '联系人',
    console: 'RPC 控制台',
  },
}
