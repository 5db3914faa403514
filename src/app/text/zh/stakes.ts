// Texts of the tool for stakes in service nodes.
import type { stakes as english } from '../en/stakes.ts'
import type { TranslationOf } from '../translation.ts'

export const stakes: TranslationOf<typeof english, 'zh'> = {
  stakes: {
    guide: {
      about:
        '服务节点运行网络，网络则给予它们奖励。节点需要质押：这些币仍归你所有，但在节点运行期间由网络锁定。你可以为自己的节点质押，也可以为他人的节点质押一部分；其运营者会因运行节点而从奖励中分成。',
      needs:
        '用于质押的币和少量手续费\n如为自己的节点：节点输出的注册命令（prepare_registration）\n如为他人的节点：64 个字符的公钥，由其运营者提供，或取自节点列表',
      steps:
        '粘贴注册命令，或节点的密钥和金额。\n阅读你将同意的内容：节点、运营者的分成、质押。\n确认。节点运行期间，奖励会进入此钱包。\n要取回币，请在此请求解锁，并等待节点停止。',
      final:
        '质押的币会锁定到节点停止：请求解锁后约两周。请求无法撤回，并会终止该节点所有质押者的质押。如果节点因服务不良被注销，币的锁定时间会更长。',
    },
    mine: '你的质押',
    empty: '没有质押',
    emptyHint: '网络作为质押锁定的币会列在这里。',
    deregistered: '服务节点已被注销',
    locked: '已锁定',
    until: '在区块 {{ height }} 释放',
    unlock: '解锁…',
    unlockTitle: '请求解锁这笔质押？',
    unlockBody: {
      other:
        '服务节点约在区块 {{ height }} 停止，届时你的质押会释放。其余 {{ count }} 位质押者的质押也会释放。请求无法撤回。',
    },
    unlockAlone: '服务节点约在区块 {{ height }} 停止，届时你的质押会释放。请求无法撤回。',
    cannotUnlock: '这笔质押无法解锁',
    unlockGo: '请求解锁',
    unlockSent: '已请求解锁。请求进入区块后，即可知道解锁高度。',
    register: '注册服务节点',
    registerBody: '在你阅读命令的含义之前，不会签署任何内容。',
    command: '注册命令',
    commandHint: '服务节点输出的整行内容。以 register_service_node 开头。',
    explain: '解释此命令',
    registerTitle: '注册此服务节点？',
    registerGo: '注册并质押',
    stake: '质押到开放的节点',
    key: '服务节点的公钥',
    keyHint: '64 个字符，由 0–9 和 a–f 组成。',
    keyBad: '密钥有 64 个字符，由 0–9 和 a–f 组成。',
    amount: '金额',
    review: '核对质押',
    stakeTitle: '质押到此服务节点？',
    stakeGo: '立即质押',
    adjusted: '节点不接受 {{ amount }}：这是它接受的金额。',
    sent: '质押已发送。它进入区块后即被锁定。',
  },
}
