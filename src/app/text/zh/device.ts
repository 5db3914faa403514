// Texts of the settings of this device: storage, installation, links, notifications.
import type { device as english } from '../en/device.ts'
import type { TranslationOf } from '../translation.ts'

export const device: TranslationOf<typeof english, 'zh'> = {
  device: {
    title: '此设备',
    storage: '存储空间',
    used: '已用 {{ used }}，共 {{ quota }}',
    usedAlone: '{{ used }}',
    kept: '一直保留，直到你移除',
    keptNot: '磁盘已满时，浏览器可能会将其删除',
    keep: '始终保留',
    keepRefused: '浏览器没有同意。安装本页面或使用几天之后，浏览器往往就会同意。无论如何，请保管好你的助记词。',
    keepDone: '浏览器会保留本页面的钱包。',
    install: '安装为应用',
    installHint: '它在独立窗口中打开，没有网络也能使用。',
    installLater: '不用了',
    installBy: {
      ios: '在 Safari 中：点按“共享”，然后“添加到主屏幕”。',
      safari: '在 Safari 中：点按“文件”，然后“添加到程序坞”。',
      firefox: '在 Firefox 中：打开菜单，然后选择“安装”或“添加到主屏幕”。',
    },
    installed: '已安装为应用。',
    links: '打开付款链接',
    linksHint: '其他网站上的 web+monero: 等链接会在这里打开付款表单。浏览器会先询问你。',
    linksDone: '浏览器已就每个币种询问过你。你的选择可在浏览器设置中查看。',
    arrivals: '收到付款时通知我',
    arrivalsHint: '本页面在后台打开期间有效。通知中不显示金额。',
    arrivalsDenied: '浏览器不允许通知。请在本站的设置中允许，然后重试。',
    linksDenied: '此浏览器不允许网页打开付款链接。',
    arrivedTitle: '{{ name }}',
    arrived: { other: '收到 {{ count }} 笔付款。' },
  },
}
