// HTTP authentication headers: challenges of servers and credentials of clients.
import { describe, expect, it } from 'vitest'
import { parseChallenges, parseCredentials, splitChallenges } from '../../../src/jsonrpc/httpAuthentication.ts'

const none = new Map()

describe('parseChallenges', () => {
  it('parses several schemes in one header', () => {
    expect(
      parseChallenges('Negotiate, Basic realm="a, b", Digest nonce=abc, qop="auth,auth-int" , opaque=""'),
    ).toStrictEqual([
      { scheme: 'negotiate', token68: undefined, parameters: none },
      { scheme: 'basic', token68: undefined, parameters: new Map([['realm', 'a, b']]) },
      {
        scheme: 'digest',
        token68: undefined,
        parameters: new Map([
          ['nonce', 'abc'],
          ['qop', 'auth,auth-int'],
          ['opaque', ''],
        ]),
      },
    ])
  })

  it('returns nothing for an empty header', () => {
    expect(parseChallenges('')).toEqual([])
    expect(parseChallenges(' , ')).toEqual([])
  })

  it('unescapes quoted values and ignores the case of names', () => {
    const [challenge] = parseChallenges('DIGEST Realm="a \\"quoted\\" \\\\ realm", NONCE = "n"')
    expect(challenge?.scheme).toBe('digest')
    expect(challenge?.parameters).toEqual(
      new Map([
        ['realm', 'a "quoted" \\ realm'],
        ['nonce', 'n'],
      ]),
    )
  })

  it('separates the token of one scheme from the next scheme', () => {
    expect(parseChallenges('Negotiate oRsw==, Basic realm="r"')).toEqual([
      { scheme: 'negotiate', token68: 'oRsw==', parameters: none },
      { scheme: 'basic', token68: undefined, parameters: new Map([['realm', 'r']]) },
    ])
  })

  it('ignores parameters without a scheme and what follows a syntax error', () => {
    expect(parseChallenges('realm="r", Basic')).toEqual([{ scheme: 'basic', token68: undefined, parameters: none }])
    expect(parseChallenges('Basic realm="r", nonce="open')).toEqual([
      { scheme: 'basic', token68: undefined, parameters: new Map([['realm', 'r']]) },
    ])
  })
})

describe('splitChallenges', () => {
  it.each([
    ['Digest qop="auth",realm="a, Basic b",stale=false', 'Basic realm="c", charset="UTF-8"'],
    ['Negotiate', 'Negotiate oRsw==', 'Digest a=b'],
    ['Basic realm="open'],
    ['='],
  ])('separates %s', (...challenges) => {
    expect(splitChallenges(challenges.join(', '))).toEqual(challenges)
    expect(splitChallenges(challenges.join(' ,, '))).toEqual(challenges)
  })

  it('keeps a header without a challenge', () => {
    expect(splitChallenges('')).toEqual([''])
  })
})

describe('parseCredentials', () => {
  it('parses Basic credentials', () => {
    expect(parseCredentials('basic  dXNlcjpw/+c=')).toEqual({
      scheme: 'basic',
      token68: 'dXNlcjpw/+c=',
      parameters: none,
    })
    expect(parseCredentials('Basic dXNlcjpwYXNz ')?.token68).toBe('dXNlcjpwYXNz')
  })

  it('parses Digest credentials with quoted and plain values', () => {
    const credentials = parseCredentials('Digest username="ann", uri="/json_rpc?a=b,c", qop=auth, nc=00000001')
    expect(credentials?.scheme).toBe('digest')
    expect(credentials?.token68).toBeUndefined()
    expect(Object.fromEntries(credentials?.parameters ?? [])).toEqual({
      username: 'ann',
      uri: '/json_rpc?a=b,c',
      qop: 'auth',
      nc: '00000001',
    })
  })

  it('returns undefined for a header without a scheme', () => {
    expect(parseCredentials('')).toBeUndefined()
    expect(parseCredentials('"Basic"')).toBeUndefined()
  })
})
