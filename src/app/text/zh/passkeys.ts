// Texts about passkeys, which unlock a wallet beside its password.
import type { passkeys as english } from '../en/passkeys.ts'
import type { TranslationOf } from '../translation.ts'

export const passkeys: TranslationOf<typeof english, 'zh'> = {
  passkey: {
    title: '用通行密钥解锁',
    body: '通行密钥可通过指纹、面容、PIN 或安全密钥解锁此钱包。它只在此设备上有效，或在同步了你的通行密钥且存有此钱包的设备上有效。密码仍然有效：请保管好，查看助记词和备份时都需要它。',
    setUp: '设置通行密钥',
    isSetUp: '此钱包可用通行密钥解锁。如果通行密钥丢失，或他人可以使用它，请在此移除。',
    remove: '移除通行密钥',
    done: '通行密钥已设置。从现在起可用它解锁此钱包。',
    removed: '通行密钥已无法解锁此钱包。你也可以在设备的设置中将其删除。',
    unlock: '用通行密钥解锁',
    faults: {
      cancelled: '没有使用通行密钥。请重试，或使用密码。',
      unsupported: '此通行密钥无法解锁钱包：其设备或浏览器无法计算秘密值（PRF）。请使用密码。',
      address: '通行密钥需要主机名，而本页面使用的是 IP 地址。请用名称打开本页面，例如 localhost。',
    },
    missing: '此钱包没有通行密钥。请使用密码。',
    wrong: '此通行密钥无法打开钱包。请使用密码，并在设置中设置新的通行密钥。',
  },
}
