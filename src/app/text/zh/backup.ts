// Texts about backup files.
import type { backup as english } from '../en/backup.ts'
import type { TranslationOf } from '../translation.ts'

export const backup: TranslationOf<typeof english, 'zh'> = {
  backup: {
    title: '从备份文件恢复',
    link: '从备份文件恢复',
    linkHint: '你曾在此设备或其他设备上的 Faba 中保存过钱包备份。',
    body: '备份文件包含整个钱包：密钥、历史记录、备注、标签、联系人和设置。',
    file: '备份文件',
    fileHint: '文件名以 .faba-backup 结尾。选择该文件，或将其拖放到此处。',
    fileMissing: '请先选择备份文件。',
    passwordHint: '保存备份时该钱包所用的密码。恢复后，它也是此处的钱包密码。',
    name: '钱包名称（可选）',
    nameHint: '留空则沿用备份中的名称。',
    submit: '恢复钱包',
    save: '保存备份文件',
    saveBody:
      '该文件包含整个钱包：密钥、历史记录、备注、标签、联系人和设置。文件用此钱包的密码加密。任何人只要拿到文件和密码，就能取走币。助记词也要保留好：没有文件、没有 Faba 时，它们仍然有效。',
    saveMultisigBody:
      '该文件包含整个钱包：密钥、历史记录、备注、标签、联系人和设置。文件用此钱包的密码加密。任何人只要拿到文件和密码，就能代替你签名。恢复之后，请先交换新的签名数据，再进行下一次付款。',
    done: '备份文件已保存。此后发生的一切不在其中。',
    faults: {
      format: '这不是 Faba 备份文件，或者文件已损坏。请尝试另一份副本。',
      version: '此备份由较新版本的 Faba 保存。请先更新 Faba。',
      password: '此密码无法打开这份备份。请输入保存备份时该钱包所用的密码。',
    },
  },
  storageLoss: {
    phase: '无法存储钱包',
    badge: '未存储',
    clearedTitle: '此钱包不再存储在这个浏览器中',
    clearedBody:
      '钱包打开期间，本页面的数据被删除了：可能是在浏览器设置中删除的，可能是被本站的其他网页删除的，也可能是浏览器因空间不足而删除的。现在钱包只存在于此标签页的内存中。如果你关闭或重新加载此标签页，它就会消失，只有助记词或备份才能恢复它。当时未打开的钱包已经消失。',
    saveBackup: '立即保存备份',
    writeBack: '重新写入',
    writtenBack: '钱包已重新存储在这个浏览器中。',
    lostTitle: '钱包不再存储在这个浏览器中',
    lostBody:
      '没有打开任何钱包时，本页面的数据被删除了：可能是在浏览器设置中删除的，可能是被本站的其他网页删除的，也可能是浏览器因空间不足而删除的。币仍安全地留在链上。请用助记词、备份或密钥逐一恢复钱包。',
    problemTitle: '新的内容未能存储',
    problemBody:
      '你看到的是上次存储的内容。无法存储期间不会进行付款。在另一台设备上保存备份，即使此设备出现故障，钱包也不会丢失。',
  },
  sheet: {
    print: '打印',
    hint: '打印一页纸，上面有助记词和恢复所需的信息。共用的打印机会保留打印内容的副本：请用自己的打印机。',
    title: '备份单',
    height: '恢复起点',
    inside: '月份包含在助记词中',
    needed: '需要。它不在这张纸上。',
    none: '无',
    keptAt: '这张纸存放的地方',
    passphraseKeptAt: '口令存放的地方',
    printed: '打印于 {{ date }}',
    keep: '请把这张纸放在干燥且只有你能拿到的地方：任何读到这些词的人都能拿走币。共用的打印机会保留打印内容的副本，相机和云端也一样。',
  },
}
