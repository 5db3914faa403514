// The log of the service: levels and categories as a real monero-wallet-rpc returned them for set_log_categories, and the format of lines.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../../../src/cli/command/command.ts'
import { Log, resolveCategories } from '../../../../src/cli/rpc/log/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

const LEAST =
  '*:WARNING,net:FATAL,net.http:FATAL,net.ssl:FATAL,net.p2p:FATAL,net.cn:FATAL,daemon.rpc:FATAL,global:INFO,verify:FATAL,serialization:FATAL,daemon.rpc.payment:ERROR,stacktrace:INFO,logging:INFO,msgwriter:INFO'

describe('a log category setting', () => {
  it('changes as in monero-wallet-rpc', () => {
    const steps = [
      ['0', LEAST],
      ['+a:INFO', `${LEAST},a:INFO`],
      ['', ''],
      ['*:INFO,net:FATAL', '*:INFO,net:FATAL'],
      ['+wallet:DEBUG', '*:INFO,net:FATAL,wallet:DEBUG'],
      ['2', '*:DEBUG'],
      ['1,wallet:TRACE', '*:INFO,global:INFO,stacktrace:INFO,logging:INFO,msgwriter:INFO,perf.*:DEBUG,wallet:TRACE'],
      ['9', '*:INFO,global:INFO,stacktrace:INFO,logging:INFO,msgwriter:INFO,perf.*:DEBUG,wallet:TRACE'],
      ['nonsense', 'nonsense'],
      ['0,x:INFO', `${LEAST},x:INFO`],
      ['+', `${LEAST},x:INFO`],
      ['-', `${LEAST},x:INFO`],
      ['3', '*:TRACE,*.dump:DEBUG'],
      ['4', '*:TRACE'],
      ['-2', '*:TRACE'],
      [' 2', '*:DEBUG'],
    ] as const
    let current = ''
    for (const [setting, expected] of steps) {
      current = resolveCategories(setting, current)
      expect(current, `after "${setting}"`).toBe(expected)
    }
  })

  it('removes entries one by one; monero-wallet-rpc leaves a comma, and cuts longer names with the same ending', () => {
    expect(resolveCategories('-net:FATAL', '*:INFO,net:FATAL,wallet:DEBUG')).toBe('*:INFO,wallet:DEBUG')
    expect(resolveCategories('-net:FATAL', '*:INFO,subnet:FATAL')).toBe('*:INFO,subnet:FATAL')
  })

  it('selects the written lines by the last matching entry', () => {
    const path = join(folder, 'decide')
    const log = new Log('*:FATAL,wallet*:INFO,wallet.rpc:TRACE', path)
    log.write('INFO', 'wallet', 'yes')
    log.write('DEBUG', 'wallet', 'no')
    log.write('TRACE', 'wallet.rpc', 'yes')
    log.write('ERROR', 'daemon.rpc', 'no')
    log.set('+daemon.*:error')
    log.write('ERROR', 'daemon.rpc', 'yes')
    log.set('nonsense')
    log.write('FATAL', 'global', 'no')
    log.set('0')
    log.write('INFO', 'global', 'one\r\n line')
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(lines.map((line) => line.replace(/^\S+Z /, ''))).toEqual([
      'INFO wallet yes',
      'TRACE wallet.rpc yes',
      'ERROR daemon.rpc yes',
      'INFO global one | line',
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('rejects a log file that cannot be written', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => new Log('0', join(file, 'below'))).toThrow(UsageError)
    expect(() => new Log('0', join(file, 'below'))).toThrow(/--log-file: /)
  })
})
