// Texts of QR codes that are shown to a camera, and of the camera that reads them.
import type { scan as english } from '../en/scan.ts'
import type { TranslationOf } from '../translation.ts'

export const scan: TranslationOf<typeof english, 'zh'> = {
  scan: {
    show: '显示为二维码',
    hide: '隐藏二维码',
    code: '二维码',
    parts: '将另一台设备的摄像头对准此二维码，直到读完 {{ count }} 个部分。',
    slower: '更慢，点更大',
    faster: '更快',
    open: '扫描二维码',
    view: '摄像头',
    hint: '将另一台设备显示的二维码对准此摄像头。',
    progress: '已读取 {{ percent }}%',
    wrongKind: '这里需要另一种二维码。此码的内容是：{{ kind }}。',
    other: '其他内容',
    kinds: {
      output: '币列表',
      keyimage: '密钥镜像',
      txunsigned: '未签名的付款',
      txsigned: '已签名的付款',
    },
    camera: {
      missing: '此处没有摄像头。请改为选择文件或粘贴文本。',
      denied: '浏览器不允许使用摄像头。请在本站的设置中允许，然后重试。',
      busy: '另一个程序正在使用摄像头。请将其关闭，然后重试。',
      paused: '浏览器没有播放摄像头画面。请允许本站自动播放，或关闭省电模式，然后重试。',
      ended: '摄像头已关闭。请连接摄像头或重新允许使用，然后重新打开此窗口。',
    },
    damaged: '无法读取此二维码。请拿稳摄像头。',
  },
}
