// Tasks of a user who has no wallet here yet.
import { en } from '../../../src/app/text/en.ts'
import { PASSWORD } from '../support/driver.ts'
import { arrive, createWallet, setPassword } from './creating.ts'
import type { Walker } from './walker.ts'
import { SIGNER, type Task } from './world.ts'

/** The words of a wallet of the development node. */
const WORDS =
  'olive cottage ridges shipped mohawk unusual tawny thwart stunning voice myriad upon frying festival feast dented mailed emerge orange already rally agreed movement mumble unusual'

const link = (walker: Walker, name: string) => walker.page.getByRole('link', { name })

export const firstTasks: readonly Task[] = [
  {
    name: 'create a wallet, with three words checked',
    isFirst: true,
    walk: async (walker) => {
      await createWallet(walker)
    },
  },
  {
    name: 'restore from words, from a date on',
    isFirst: true,
    walk: async (walker) => {
      await walker.press(link(walker, en.welcome.restore))
      await walker.reach(walker.field(en.restore.words))
      await walker.fill(walker.field(en.restore.words), WORDS)
      await setPassword(walker)
      await walker.press(walker.field(en.from.point))
      await walker.fill(walker.field(en.from.dateLabel), '2020-01-01')
      await walker.press(walker.button(en.restore.submit))
      await arrive(walker)
    },
  },
  {
    name: 'open a keys file of another program',
    isFirst: true,
    walk: async (walker, { kept }) => {
      await walker.press(link(walker, en.welcome.files))
      await walker.reach(walker.button(en.files.choose))
      const buffer = kept.get('keys file')
      if (!(buffer instanceof Buffer)) throw new Error('no keys file was saved')
      await walker.chooseFile(walker.button(en.files.choose), { name: 'Ann.keys', buffer })
      await walker.fill(walker.field(en.files.password), PASSWORD)
      await walker.press(walker.button(en.files.submit))
      await arrive(walker)
    },
  },
  {
    name: 'watch a wallet by its view key',
    isFirst: true,
    walk: async (walker) => {
      await walker.press(link(walker, en.welcome.watch))
      await walker.reach(walker.field(en.keys.address))
      await walker.fill(walker.field(en.keys.address), SIGNER.address)
      await walker.fill(walker.field(en.keys.viewKey), SIGNER.view)
      await setPassword(walker)
      await walker.press(walker.button(en.keys.watch))
      await arrive(walker)
    },
  },
]
