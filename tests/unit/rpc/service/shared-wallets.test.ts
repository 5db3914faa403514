// What calls need of a process that shares its wallets with others.
import { describe, expect, it } from 'vitest'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'
import { needOf } from '../../../../src/rpc/sharedWallets.ts'

const namesOf = (need: 'latest' | 'lead' | undefined): string[] =>
  walletMethods.filter((method) => needOf(method) === need).map(({ names: [name] }) => name)

describe('the methods of the wallet RPC', () => {
  it('need the lead if they change the wallet, and nothing of it if they concern the process', () => {
    expect(namesOf(undefined).sort()).toEqual([
      ...['auto_refresh', 'close_wallet', 'create_wallet', 'generate_from_keys', 'get_languages', 'get_version'],
      ...['open_wallet', 'restore_deterministic_wallet', 'set_daemon', 'set_log_categories', 'set_log_level'],
      ...['start_mining', 'stop_mining', 'stop_wallet', 'store'],
    ])
    expect(namesOf('lead')).toEqual(
      expect.arrayContaining([
        'transfer',
        'sweep_all',
        'relay_tx',
        'create_address',
        'change_wallet_password',
        'stake',
      ]),
    )
    expect(namesOf('latest')).toEqual(
      expect.arrayContaining(['get_balance', 'get_transfers', 'query_key', 'get_tx_key', 'sign', 'refresh']),
    )
  })

  it('need the lead if they pay', () => {
    for (const method of walletMethods) if (method.effect === 'spend') expect(needOf(method)).toBe('lead')
  })
})
