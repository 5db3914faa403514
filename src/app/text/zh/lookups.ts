// Texts of the tools that look things up: fees, transactions, and whose an address is.
import type { lookups as english } from '../en/lookups.ts'
import type { TranslationOf } from '../translation.ts'

export const lookups: TranslationOf<typeof english, 'zh'> = {
  feesNow: {
    title: '当前手续费',
    hint: '付款的费用，以及排在它前面的交易。',
    about:
      '各速度下付款当前的费用，以及在它之前会挖出多少个满区块。此界面打开期间，每出一个区块以及每隔 20 秒都会重新询问你的节点。',
    speed: '速度',
    fee: '手续费',
    before: '需等待',
    perKb: '每 kB {{ fee }}',
    usual: '当前常用',
    next: '下一个区块',
    atOnce: '无需等待',
    blocks: { other: '{{ count }} 个满区块' },
    unknown: '未知',
    ordinary: '普通付款',
    ordinaryValue: '2 个输入，2 个输出，{{ size }}',
    pool: '交易池中',
    poolValue: { other: '{{ count }} 笔交易，{{ size }}' },
    reason: '手续费高于常用水平，会使付款容易被识别。仅在付款需要等待时选择。',
  },
  lookup: {
    title: '交易和地址',
    hint: '按 ID 查找付款，发送原始交易，或查看地址属于谁。',
  },
  findTx: {
    title: '查找交易',
    about:
      '用于这里缺少的你的付款，例如恢复钱包之前的付款。如果此钱包中没有，就会询问你的节点，节点会得知你关注此 ID。',
    txid: '交易 ID',
    missing: '请输入交易 ID。',
    bad: '交易 ID 有 64 个字符，由 0–9 和 a–f 组成。',
    go: '查找',
    known: '此钱包中已有这笔交易。',
    found: '已找到。现在已列入历史记录。',
    foreign: '这笔交易存在，但既没有向此钱包付款，也没有花费此钱包的币。',
    older:
      '未添加这笔交易：钱包已有同样新或更新的交易，可能已花费它的币。请从它之前的区块起重新扫描区块链：设置 > 高级。',
  },
  rawTx: {
    title: '发送原始交易',
    about: '用于来自本程序或其他程序、以十六进制数字表示的已签名交易。它会通过你的节点发送。',
    text: '原始交易',
    read: '显示内容',
    go: '发送',
    sent: '节点已接受。',
    already: '节点已有这笔交易。',
    form: '格式',
    formValue: '{{ size }}，版本 {{ version }}',
    inputs: '输入',
    inputsValue: { other: '{{ count }} 个，环大小 {{ ring }}' },
    outputs: '输出',
    own: { other: '它花费此钱包的 {{ count }} 枚币。' },
    foreign: '它不花费此钱包的币。只有其收款人能看到它付给谁、付多少。',
    isKnown: '此钱包的历史记录中已有它。',
    refused: '节点拒绝了这笔交易，未发送任何内容。请换一个节点再试。',
    refusedBecause: '节点拒绝了这笔交易，未发送任何内容（{{ reason }}）。',
    doubleSpend: '节点拒绝了这笔交易：它的币已被另一笔交易花费。',
    faults: {
      hex: '这不是原始交易：含有 0–9 和 a–f 以外的字符，或缺少一个字符。',
      form: '这不是此网络的完整交易。请完整复制。',
      coinbase: '这笔交易为矿工创造币。它只存在于其区块中。',
    },
  },
  isMine: {
    title: '这是我的地址吗？',
    about: '在此设备上判断，不会询问任何节点。',
    address: '地址或付款链接',
    missing: '请输入地址。',
    go: '检查',
    yes: '是，此地址属于你',
    no: '否，此钱包不关注此地址',
    noHint: {
      other:
        '它不在此钱包关注的 {{ count }} 个地址之中。如果你的地址超出此范围，让钱包预查更多地址即可找到：设置 > 高级。',
    },
    integrated: '带付款 ID 的主地址',
    ahead: '它尚未在这里创建，但付给它的付款能够收到。',
  },
}
