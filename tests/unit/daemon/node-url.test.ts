// URLs of nodes, and the requests that they receive.
import { describe, expect, it } from 'vitest'
import { createNodeClient, type NodeClientOptions } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeUrlError } from '../../../src/daemon/errors.ts'
import { isNearNode } from '../../../src/daemon/nodeUrl.ts'
import { reply, scriptedNode } from '../../support/peers/scripted-node.ts'

const url = 'http://node:1234'
const client = (body: Uint8Array | string, status = 200, options: Partial<NodeClientOptions> = {}) =>
  createNodeClient({ url, ...scriptedNode(() => reply(body, status)), ...options })

describe('node URLs', () => {
  const { fetch, requests } = scriptedNode(() => reply('{"status":"OK"}'))

  it('may have a path; a trailing slash is removed', async () => {
    for (const text of ['http://host/node', 'http://host/node/', 'http://host:80/node//']) {
      const node = createNodeClient({ url: text, fetch })
      expect(node.url).toBe('http://host/node')
      await node.poolHashes()
      expect(requests.at(-1)?.path).toBe('/node/get_transaction_pool_hashes')
    }
    expect(createNodeClient({ url: 'https://host:443', fetch }).url).toBe('https://host')
  })

  it('are rejected if invalid, without the password in the error', () => {
    for (const text of [
      '',
      'host:1234',
      'ftp://host',
      'http://host/?a=b',
      'http://host/#a',
      'http://user:secret@host',
      'http://user@host',
      'http://',
    ])
      expect(() => createNodeClient({ url: text, fetch }), text).toThrow(NodeUrlError)
    try {
      createNodeClient({ url: 'http://user:secret@host', fetch })
    } catch (error) {
      expect(String(error)).not.toContain('secret')
    }
  })

  it('are near if they name this machine or an address of a private network', () => {
    const near = [
      'localhost:1',
      '127.0.0.1',
      '[::1]:18081',
      '10.0.0.7',
      '192.168.1.5:18081',
      '172.16.0.1',
      '172.31.9.9',
    ]
    const far = ['172.15.0.1', '172.32.0.1', '192.169.1.5', '11.0.0.1', '8.8.8.8', '0.0.0.0', '10.example.org', '[::2]']
    expect(near.filter((host) => !isNearNode(`http://${host}/node`))).toEqual([])
    expect(far.filter((host) => isNearNode(`https://${host}/node`))).toEqual([])
  })

  it('may contain a login, which no error contains', async () => {
    const login = { user: 'me', password: 'geheim-ü' }
    const error = await client('no', 401, { login })
      .info()
      .catch((reason: unknown) => reason)
    expect(String(error)).not.toContain('geheim')
  })

  it('are requested without cookies, cache, referrer, redirect and CORS preflight', async () => {
    await createNodeClient({ url, fetch }).poolHashes()
    const request = requests.at(-1)?.request
    expect(request?.method).toBe('POST')
    expect(request?.redirect).toBe('error')
    expect(request?.credentials).toBe('omit')
    expect(request?.cache).toBe('no-store')
    expect(request?.headers.get('content-type')).toMatch(/^text\/plain/)
  })
})
