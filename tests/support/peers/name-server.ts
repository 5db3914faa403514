// A DNS with its own root: BIND's tools sign the zones, and its server responds over HTTP/2.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromHex } from '../../../src/bytes/hex.ts'
import type { DelegationSigner } from '../../../src/dns/dnssecRecords.ts'
import { freePort } from './monero.ts'

/** The names of BIND's tools. */
export type Algorithm = 'RSASHA256' | 'RSASHA512' | 'ECDSAP256SHA256' | 'ECDSAP384SHA384' | 'ED25519'

export type Zone = {
  /** with a trailing dot */
  readonly name: string
  readonly algorithm: Algorithm | 'unsigned'
  /** lines of the zone file */
  readonly records: readonly string[]
  /** end of the signatures' validity in seconds from now; default: a month */
  readonly expires?: number
  /** begin of the signatures' validity in seconds from now; default: an hour ago */
  readonly begins?: number
  /** whether the parent zone has no DS record for it */
  readonly isWithoutDelegation?: boolean
  /** modifies the signed zone file */
  readonly tamper?: (text: string) => string
}

export type NameServer = {
  /** over plain HTTP/2 */
  readonly url: string
  /** over TLS, with the certificate in `ca` */
  readonly secureUrl: string
  readonly ca: string
  readonly anchors: readonly DelegationSigner[]
  stop(): Promise<void>
}

const run = (folder: string, program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const isBelow = (child: string, parent: string): boolean =>
  child !== parent && (parent === '.' || child.endsWith(`.${parent}`))

/** Returns the parent zone. */
const parentOf = (zone: Zone, zones: readonly Zone[]): Zone | undefined =>
  zones.filter(({ name }) => isBelow(zone.name, name)).sort((a, b) => b.name.length - a.name.length)[0]

const fileOf = ({ name }: Zone): string => `${name === '.' ? 'root' : name.replace(/\.$/, '')}.zone`

/** Returns the DS records of a zone, for its parent. */
const delegationRecords = (folder: string, zone: Zone): string =>
  zone.algorithm === 'unsigned' || zone.isWithoutDelegation === true
    ? ''
    : keyFiles(folder, zone)
        .filter((file) => readFileSync(join(folder, file), 'utf8').includes('DNSKEY 257'))
        .map((file) => run(folder, 'dnssec-dsfromkey', '-2', file))
        .join('')

const keyFiles = (folder: string, { name }: Zone): string[] =>
  readdirSync(folder).filter((file) => file.startsWith(`K${name.toLowerCase()}+`) && file.endsWith('.key'))

const at = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000).toISOString().replace(/[-:T]/g, '').slice(0, 14)

const HOUR = 3600
const MONTH = 30 * 24 * HOUR

const createKeys = (folder: string, { name, algorithm }: Zone): void => {
  if (algorithm === 'unsigned') return
  const bits = algorithm.startsWith('RSA') ? ['-b', '2048'] : []
  run(folder, 'dnssec-keygen', '-q', '-a', algorithm, ...bits, '-f', 'KSK', name)
  run(folder, 'dnssec-keygen', '-q', '-a', algorithm, ...bits, name)
}

const writeZone = (folder: string, zone: Zone, zones: readonly Zone[]): void => {
  const children = zones.filter((other) => parentOf(other, zones) === zone)
  const text = [
    '$TTL 300',
    `${zone.name} IN SOA ns.test. admin.test. 1 3600 600 86400 300`,
    `${zone.name} IN NS ns.test.`,
    ...children.flatMap((child) => [`${child.name} IN NS ns.test.`, delegationRecords(folder, child)]),
    ...zone.records,
    '',
  ].join('\n')
  writeFileSync(join(folder, fileOf(zone)), text)
  if (zone.algorithm === 'unsigned') return
  for (const file of keyFiles(folder, zone))
    appendFileSync(join(folder, fileOf(zone)), readFileSync(join(folder, file), 'utf8'))
  run(
    folder,
    'dnssec-signzone',
    '-q',
    '-P',
    '-O',
    'full',
    '-s',
    at(zone.begins ?? -HOUR),
    '-e',
    at(zone.expires ?? MONTH),
    '-o',
    zone.name,
    '-f',
    fileOf(zone),
    fileOf(zone),
  )
  if (zone.tamper !== undefined) {
    const path = join(folder, fileOf(zone))
    writeFileSync(path, zone.tamper(readFileSync(path, 'utf8')))
  }
}

const anchorsOf = (folder: string, root: Zone): DelegationSigner[] =>
  delegationRecords(folder, root)
    .trim()
    .split('\n')
    .map((line) => {
      const [tag, algorithm, digestType, ...digest] = line.split(/\s+/).slice(3)
      return {
        tag: Number(tag),
        algorithm: Number(algorithm),
        digestType: Number(digestType),
        digest: fromHex(digest.join('').toLowerCase()),
      }
    })

const configuration = (
  folder: string,
  zones: readonly Zone[],
  ports: { plain: number; secure: number; dns: number },
) => `
tls local { cert-file "${folder}/certificate.pem"; key-file "${folder}/key.pem"; };
http local { endpoints { "/dns-query"; }; };
options {
  directory "${folder}";
  pid-file none;
  session-keyfile "${folder}/session.key";
  recursion no;
  dnssec-validation no;
  listen-on port ${ports.dns} { 127.0.0.1; };
  listen-on port ${ports.plain} tls none http local { 127.0.0.1; };
  listen-on port ${ports.secure} tls local http local { 127.0.0.1; };
  listen-on-v6 { none; };
};
controls { };
${zones.map((zone) => `zone "${zone.name}" { type primary; file "${fileOf(zone)}"; check-names ignore; check-integrity no; };`).join('\n')}
`

/**
 * Starts a name server for zones, which include the root.
 * @throws Error with BIND's output if it does not start
 */
export const startNameServer = async (zones: readonly Zone[]): Promise<NameServer> => {
  const [root] = zones.filter(({ name }) => name === '.')
  if (root === undefined) throw new Error('the root zone is missing')
  const folder = mkdtempSync(join(tmpdir(), 'faba-names-'))
  for (const zone of zones) createKeys(folder, zone)
  for (const zone of zones) writeZone(folder, zone, zones)
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  run(folder, 'openssl', ...certificate, ...subject, '-keyout', 'key.pem', '-out', 'certificate.pem')
  const ports = { plain: await freePort(), secure: await freePort(), dns: await freePort() }
  writeFileSync(join(folder, 'named.conf'), configuration(folder, zones, ports))
  // AppArmor in Debian restricts the installed program to a few folders; a copy is not restricted.
  const program = join(folder, 'named')
  copyFileSync(run(folder, 'which', 'named').trim(), program)
  const child: ChildProcess = spawn(program, ['-g', '-n', '1', '-c', join(folder, 'named.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  const { promise: exited, resolve: exit } = Promise.withResolvers<void>()
  child.stderr?.on('data', (data: Buffer) => {
    output += data.toString()
    if (/ running$/m.test(output)) resolve()
  })
  child.on('error', reject)
  child.on('exit', () => {
    exit()
    reject(new Error(`named ended:\n${output}`))
  })
  const stop = async (): Promise<void> => {
    child.kill()
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  await ready
  return {
    url: `http://127.0.0.1:${ports.plain}/dns-query`,
    secureUrl: `https://localhost:${ports.secure}/dns-query`,
    ca: join(folder, 'certificate.pem'),
    anchors: anchorsOf(folder, root),
    stop,
  }
}
