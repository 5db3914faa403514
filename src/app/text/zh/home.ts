// Texts of the home screen beyond balance and accounts: hidden amounts, tags, the balance over time, the reminder of a backup.
import type { home as english } from '../en/home.ts'
import type { TranslationOf } from '../translation.ts'

export const home: TranslationOf<typeof english, 'zh'> = {
  amounts: {
    hide: '隐藏金额',
    hideHint: '在此设备上隐藏余额和金额，例如旁边有人看屏幕时。',
    show: '显示金额',
    hidden: '已隐藏',
    chartHidden: '图表已随金额一起隐藏。',
    shortcut: 'Ctrl Alt H',
  },
  accounts: {
    edit: '编辑 {{ name }}',
    tag: '标记（可选）',
    tagHint: '标记相同的账户可以一起显示。只有你能看到。',
    description: '标记的含义（可选）',
    descriptionHint: '适用于带有此标记的所有账户。在选择标记时显示。',
    filter: '显示账户',
    filterAll: '全部',
    filterSum: '合计',
    filterTag: '标记为 {{ tag }}',
  },
  balanceChart: {
    title: '余额变化',
    label: '余额随时间变化的图表',
    series: '余额',
    table: '显示为表格',
    date: '日期',
    watchOnly: '没有密钥镜像，仅查看钱包就不知道哪些币已花费：显示的余额可能偏高。',
  },
  reminder: {
    title: '尚未备份',
    body: '如果此设备丢失，或其浏览器数据被删除，此钱包中的币也会随之丢失。请抄下助记词，或保存备份文件。',
    multisigBody:
      '如果此设备丢失，或其浏览器数据被删除，你在此共享钱包中的份额也会随之丢失。请抄下它的种子，或保存备份文件。',
    go: '在设置中备份',
    later: '暂不',
  },
  reading: {
    soFar: '目前余额',
    running: '仍在读取',
    paused: '尚未读取',
    share: '已读取 {{ percent }}% 的区块链。',
    until: '{{ date }}之后的付款尚未计入。',
    hint: '钱包在链上找到付款后，会显示在这里。',
  },
  unverified: {
    watchOnly:
      '其中最多 {{ amount }} 可能已被花费：在你导入持有花费密钥的钱包的密钥镜像之前，仅查看钱包能看到收到的币，但看不到那个钱包付出了什么。',
    shared: '在你们交换签名数据之前，其中最多 {{ amount }} 可能已被其他参与者花费。',
    beforePaying: '余额中最多 {{ amount }} 可能已被花费，而网络会拒绝用已花费的币付款。请先执行以下操作：',
  },
}
