import type { Server } from 'node:net'
import type { KeyChoice } from '#crypto/private-key/key-choice.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { type Validity, validityOf } from '#crypto/x509/validity.ts'
import { type HostFiles, startDeployedHost } from './deployed-host.ts'
import { type HostIdentity, issueIdentity, selfSignedIdentity } from './host-certificate.ts'
import type { IdentityStore } from './stored-identities.ts'
import { type Listening, listen } from './listening.ts'
import { oldServer } from './old-server.ts'
import { webHost } from './web-host.ts'

export interface TlsHostOptions {
  /** Issuer of the hosts' certificates. */
  authority: Issuer
  /** One per host, for range discovery; by default, all use 127.0.0.1. */
  addresses?: readonly string[]
  /** Port of the first host; hosts at the same address use consecutive ports. 0, the default, for any free ones. */
  port?: number
  /** Files of host `web`, which serves deployed certificates; without them, it does not exist. */
  files?: HostFiles
  /** Stores the identities; otherwise, they differ at each start. */
  keep?: IdentityStore
}

export interface TlsHost {
  name: string
  address: string
  port: number
}

export interface TlsHosts {
  hosts: TlsHost[]
  close: () => Promise<void>
}

type Start = (address: string, port: number) => Promise<Listening>

/** TLS hosts on loopback with various properties to be discovered. */
export async function startTlsHosts(options: TlsHostOptions) {
  const { authority, addresses = [loopback], port = 0, files, keep = (_, make) => make() } = options
  const starts = {
    ...(await labHosts(authority, keep)),
    ...(files && { web: await deployed(authority, files) }),
  }
  const running: (Listening & TlsHost)[] = []
  const close = async () => {
    await Promise.all(running.map((host) => host.close()))
  }
  try {
    for (const [at, [name, start]] of Object.entries(starts).entries()) {
      const address = addresses[at % addresses.length] ?? loopback
      const before = Math.floor(at / addresses.length) // hosts already at this address
      running.push({ name, ...(await start(address, port && port + before)) })
    }
  } catch (error) {
    await close()
    throw error
  }
  const hosts: TlsHosts = { hosts: running.map(({ name, address, port }) => ({ name, address, port })), close }
  return hosts
}

const loopback = '127.0.0.1'
const domain = 'lab.example'
const p256: KeyChoice = { algorithm: 'EC', bits: 256 }
const rsa2048: KeyChoice = { algorithm: 'RSA', bits: 2048 }
const reachable = `localhost,${loopback}`

async function labHosts(authority: Issuer, keep: IdentityStore): Promise<Record<string, Start>> {
  const issued = (host: string, validity: Validity, key = p256, names = `${host}.${domain},${reachable}`) =>
    keep(host, () => issueIdentity(authority, { commonName: `${host}.${domain}`, names, key, validity }))
  const year = validityOf(365, 'days')

  const weak = await keep('weak', () =>
    issueIdentity(authority, {
      commonName: `weak.${domain}`,
      names: `weak.${domain},${reachable}`,
      key: { algorithm: 'RSA', bits: 1024 },
      validity: year,
      sha1: true,
    }),
  )
  const selfSigned = await keep('self-signed', () =>
    selfSignedIdentity({
      commonName: `self-signed.${domain}`,
      names: `self-signed.${domain},${reachable}`,
      key: p256,
      validity: year,
    }),
  )
  const ssl3 = await issued('ssl3', year, rsa2048)
  const heartbleed = await issued('heartbleed', year, rsa2048)
  return {
    valid: served(webHost('valid', await issued('valid', year))),
    expired: served(webHost('expired', await issued('expired', lastYear()))),
    'self-signed': served(webHost('self-signed', selfSigned)),
    weak: served(webHost('weak', weak, oldCiphers)),
    'wrong-host': served(webHost('wrong-host', await issued('wrong-host', year, p256, 'another.example'))),
    'short-lived': served(webHost('short-lived', await issued('short-lived', validityOf(5, 'days')))),
    ssl3: served(oldServer({ version: 'SSLv3', chain: ssl3.chain })),
    heartbleed: served(oldServer({ version: 'TLS 1.2', chain: heartbleed.chain, heartbeat: 'unchecked' })),
  }
}

/** The oldest settings supported by OpenSSL at security level 0. */
const oldCiphers = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'AES128-SHA:NULL-SHA:NULL-MD5:AECDH-AES128-SHA:@SECLEVEL=0',
} as const

async function deployed(authority: Issuer, files: HostFiles): Promise<Start> {
  const first: HostIdentity = await issueIdentity(authority, {
    commonName: `web.${domain}`,
    names: `web.${domain},${reachable}`,
    key: p256,
    validity: validityOf(30, 'days'),
  })
  return (address, port) => startDeployedHost(files, first, address, port)
}

const served =
  (server: Server): Start =>
  (address, port) =>
    listen(server, address, port)

/** Expired yesterday. */
function lastYear(): Validity {
  const day = 86_400_000
  return validityOf(364, 'days', new Date(Date.now() - 365 * day))
}
