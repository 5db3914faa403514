// Texts of the frame: navigation, actions, sync state, errors, and the screens of a tab without a wallet.
import type { frame as english } from '../en/frame.ts'
import type { TranslationOf } from '../translation.ts'

export const frame: TranslationOf<typeof english, 'zh'> = {
  app: {
    name: 'Faba',
    installedName: 'Faba 钱包',
    description: '存在于浏览器中的隐私钱包。密钥绝不离开设备。',
    tagline: '存在于浏览器中的隐私钱包。',
    starting: '正在启动…',
    skip: '跳到内容',
    loading: '正在加载…',
  },
  nav: {
    label: '主菜单',
    home: '首页',
    send: '发送',
    receive: '接收',
    history: '历史记录',
    coins: '币',
    contacts: '联系人',
    tools: '工具',
    settings: '设置',
    lock: '锁定钱包',
    close: '关闭钱包',
    nodes: '节点',
    more: '更多',
  },
  networkKind: {
    mainnet: '主网',
    testnet: '测试网',
    stagenet: 'Stagenet',
    devnet: '开发网',
    regtest: '练习',
  },
  shortcuts: {
    title: '快捷键',
    search: '在此界面中搜索',
    add: '新建付款、地址或联系人',
    submit: '提交表单',
    hint: '没有选中任何输入框时，快捷键有效。',
  },
  more: {
    coins: '冻结、合并和选择币',
    contacts: '为地址起名',
    tools: '证明、离线签名、共享钱包',
    nodes: '钱包的数据来源',
    settings: '安全、备份、显示',
  },
  action: {
    back: '返回',
    cancel: '取消',
    continue: '继续',
    save: '保存',
    saved: '已保存',
    close: '关闭',
    copied: '已复制',
    copyFailed: '无法复制',
    copyChanged: '已被另一程序更改',
    retry: '重试',
    home: '前往首页',
  },
  leaving: {
    title: '离开此钱包？',
    lost: '离开后，你在“{{ places }}”中输入的内容将被丢弃。',
    lockKeeps: '如果只是锁定，钱包会将其加密保留一天，并在解锁后重新显示。',
    discard: '丢弃并离开',
  },
  otherTab: {
    title: 'Faba 已在另一个标签页中打开',
    body: '同一时间只有一个标签页能持有你的密钥。这样可以防止重复付款。',
    use: '在此使用',
    takingOver: '正在关闭另一个标签页…',
  },
  framed: {
    title: 'Faba 不会在其他网页中打开',
    body: '外层网页可能会诱导你的点击。请在单独的标签页中打开 Faba，并核对地址。',
    open: '在新标签页中打开 Faba',
  },
  insecure: {
    title: '此地址不安全',
    body: '浏览器不允许通过未加密连接打开的网页使用密钥和存储。请通过 https:// 打开 Faba，或在此设备上通过 http://localhost 打开。',
  },
  unsupported: {
    title: 'Faba 无法在此浏览器中运行',
    storage:
      '浏览器不允许 Faba 存储钱包。请在浏览器设置中允许本站保存 Cookie 和网站数据。有些隐私窗口不允许任何存储：请改用普通窗口。',
    webAssembly:
      'WebAssembly 已关闭，而 Faba 需要它。某些安全模式会将其关闭，例如 Apple 设备的锁定模式：请为本站设置例外，或在其他浏览器中打开 Faba。',
    update:
      '浏览器缺少 Faba 所需的功能：{{ feature }}。请更新浏览器，或在最新的 Firefox、Chrome、Edge 或 Safari 中打开 Faba。',
  },
  crashed: {
    title: '钱包已停止',
    body: '此前保存的一切都是安全的。请重新加载页面，再次打开钱包。',
    reload: '重新加载',
  },
  failure: {
    title: '此界面出现问题',
    body: '你的钱包是安全的。请重试，或前往其他界面。',
  },
  update: {
    ready: 'Faba 新版本已就绪。',
    waits: 'Faba 新版本已就绪。你的付款发送或取消后，新版本就会启动。',
    now: '立即更新',
    later: '稍后',
    title: '正在更新 Faba',
    body: '钱包会关闭，然后启动新版本。这需要几秒钟。',
    blocked: '你的钱包已关闭，是安全的。要完成更新，请连接网络后重试，或关闭所有 Faba 标签页后重新打开。',
    stay: '返回 Faba',
  },
  notFound: {
    title: '找不到页面',
    body: '此地址没有页面。',
    home: '前往起始页',
  },
  sync: {
    label: '同步',
    connecting: '正在连接节点…',
    syncing: '正在查找付款',
    synced: '已是最新',
    onRequest: '刷新已关闭',
    onRequestHint: '自动刷新已关闭或间隔很长。新的付款只有在刷新后才会显示。',
    onRequestResume: '开启自动刷新',
    badgeConnecting: '正在连接…',
    badgeOffline: '离线',
    badgeStopped: '等待你处理',
    offline: '无法连接节点',
    offlineHint: '你的余额截至最后扫描的区块。请检查网络连接，或在设置中选择其他节点。',
    blocks: '区块 {{ height }} / {{ target }}',
    block: '区块 {{ height }}',
    blocksLeft: { other: '还剩 {{ count }} 个区块' },
    hoursBehind: { other: '落后 {{ count }} 小时' },
    daysBehind: { other: '落后 {{ count }} 天' },
    refresh: '立即检查',
    stopped: '等待你的决定',
    fork: '节点的区块历史不同',
    forkBody:
      '从区块 {{ height }} 起，节点的区块与你的钱包扫描过的不同。恶意节点可能会这样做。你的钱包保持原样：请在设置中与另一个节点比较。如果此节点才是正确的，请跟随它。',
    forkGo: '从区块 {{ height }} 起重新扫描',
    outdated: '需要更新',
    outdatedBody:
      '从区块 {{ height }} 起，网络遵循硬分叉 {{ version }}，而此版本的 Faba 不认识它。你看到的内容来自此前的区块，没有任何损失。请更新 Faba，以查看新的付款并进行付款。如果没有更新，可能是节点有误：请在设置中与另一个节点比较。',
    altered: '可能缺少付款',
    alteredBody:
      '有节点篡改了交易。你的钱包会忽略被篡改的交易，但对来自该节点的较早区块只检查了一部分。请用你信任的节点重新扫描。',
  },
  duration: {
    seconds: '剩余不到 1 分钟',
    minutes: { other: '剩余约 {{ count }} 分钟' },
    hours: { other: '剩余约 {{ count }} 小时' },
    days: { other: '剩余约 {{ count }} 天' },
    unknown: '正在估算…',
  },
  time: {
    block: '区块 {{ height }}',
    heightValue: '{{ height }} · 约 {{ date }}',
    heightInSentence: '{{ height }}（约 {{ date }}）',
    unix: 'UNIX 时间 {{ seconds }}',
  },
  error: {
    title: '操作未成功',
    wrongPassword: '密码错误。请检查大小写，然后重试。',
    nodeUnreachable: '节点没有响应。请检查网络连接，或在设置中选择其他节点。',
    noWallet: '钱包已关闭或锁定。请将其打开后重试。',
    multisigInfo: '这不是此钱包参与者的签名数据，或在传输中被更改。请重新索取。',
    multisigInfoNeeded:
      '此钱包缺少其他参与者的签名数据。每个人都要导出自己的签名数据，并输入其他人的：工具 > 共享钱包。',
    multisigUnsupported: '共享钱包无法这样做：其参与者只能签署付款。',
    staleNonce:
      '这笔付款用到了你的签名数据，而这份数据已被使用或替换。没有签署任何内容。请导出新的签名数据交给其他人，然后让人重新准备付款。',
    polyseed: {
      count: 'polyseed 有 16 个词。请检查是否有词遗漏或重复输入。',
      words: '第 {{ position }} 个词不在 polyseed 的词表中。请检查拼写。',
      checksum: '这些词彼此不相符：有一个词与你记录的不同，有两个词的位置颠倒，或这组词属于另一个币种。',
      features: '此 polyseed 是为 Faba 不认识的程序生成的。请在该程序中恢复。',
      passphrase: '此 polyseed 已加密。请在“更多选项”中输入口令。',
      language: '这些词在多种语言中都成立。请写出完整的词，不要只写开头几个字母。',
      coin: 'polyseed 属于 Monero。请在下方选择 Monero 的网络。',
    },
    keysFile: {
      password: '文件密码错误，或这不是钱包的密钥文件。',
      keys: '此密钥文件已损坏。请使用助记词，或该文件的较早副本。',
      network: '此密钥文件属于另一个网络的钱包。请在下方选择该网络。',
      unsupported:
        'Faba 无法打开这类钱包的密钥文件，例如硬件钱包。如果另一程序能显示助记词或密钥，请用助记词恢复钱包，或输入其密钥。',
    },
    walletCache: {
      password:
        '密钥文件旁的文件无法读取：它已损坏，或使用了另一个密码。将其移除，即可打开钱包，但不含备注、标签和收款人。',
      format:
        '密钥文件旁的文件采用另一版本的格式。请用其程序的最新版本打开并关闭一次钱包，或移除该文件以打开钱包，但不含备注、标签和收款人。',
      keys: '这两个文件属于不同的钱包。请选择同名的两个文件。',
    },
    multisigSet: {
      signed: '你已签署这笔付款。请交给下一位参与者。',
      'too-many-candidates':
        '这笔付款一次要求的签名过多，对该币种而言并不安全。请在其他参与者之后签名，或让人仅用将要签名者的签名数据重新准备。',
      'too-many-signers': '签署这笔付款的参与者超过所需人数。请让人重新准备。',
      complete: '已有足够的参与者签署这笔付款。可以发送了。',
      incomplete: '签署这笔付款的参与者还不够。请交给下一位参与者。',
      signers:
        '这笔付款准备时没有用到你的签名数据，因此你无法签署。请交给另一位参与者，或将你的签名数据交给发起人重新准备。',
      unsafe: '已拒绝，没有签署任何内容：签名可能会泄露你的密钥。请让人重新准备付款。',
      failed:
        '签名彼此不相符，没有发送任何内容。某位参与者的份额有误，或其签名数据曾有误。请交换新的签名数据，然后重新准备付款。',
    },
    unknownFork:
      '网络遵循的硬分叉比此版本的 Faba 所认识的更新，因此没有付款。请更新 Faba。如果没有更新，可能是节点有误：请在设置中与另一个节点比较。',
    nameText:
      '此名称无效。Session 名称最多 64 个字符，可用字母、数字、连字符和下划线；Lokinet 名称可用字母、数字和连字符，以 .loki 结尾。',
    nameType: '此类名称在这里尚不可用。',
    nameValue:
      '这样的名称不能指向此内容。Session ID 有 66 个字符，由 0–9 和 a–f 组成，以 05 开头。Lokinet 地址有 52 个字符，以 .loki 结尾。',
    nameOwner: '这既不是该币种的地址，也不是 64 个字符的密钥。',
    watchOnly: '这是仅查看钱包：此操作必须由持有花费密钥的钱包完成。',
    utf8: '此文件不是 UTF-8 文本。请将其保存为 UTF-8 后重试。',
    transferSet: '这不是此钱包的这类付款，或在传输中被更改。请检查文件并重新传输。',
    outputList: '这不是此钱包的币列表，或在传输中被更改。请重新导出。',
    keyImageList: '这些不是此钱包的密钥镜像，或在传输中被更改。请重新导出。',
    keyImagesRefused: '密钥镜像被拒绝，一个也没有导入：有一个签名有误。请从持有花费密钥的钱包重新导出。',
    keyImagesNewer: '密钥镜像与此钱包的币不匹配。请让此钱包完成同步，传输其币列表，然后重新导出密钥镜像。',
    internal: '发生内部错误。请重试。如果再次出现，请重新加载页面。',
  },
}
