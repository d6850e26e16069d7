import { createHash, X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from '#services/lab/ssh-host/disk.ts'
import type { HostIdentity } from './host-certificate.ts'

/** Returns the stored identity of a host, or creates one. */
export type IdentityStore = (name: string, make: () => Promise<HostIdentity>) => Promise<HostIdentity>

type Stored = { chain: string[]; privateKey: string; wasValid: boolean }

/**
 * Persistent identities. Certificates that have expired since are renewed, unless created expired; all are renewed
 * after a change of the authority.
 */
export async function identitiesOn(disk: Disk, folder: string, authority: Uint8Array): Promise<IdentityStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const issuer = createHash('sha256').update(authority).digest('hex').slice(0, 16)
  return async (name, make) => {
    const path = join(folder, `${name}-${issuer}`)
    const found = await disk.read(path).then(parse, () => undefined)
    if (found) return found
    const identity = await make()
    await disk.write(path, Buffer.from(JSON.stringify(storedOf(identity))), { mode: 0o600 })
    return identity
  }
}

const storedOf = ({ chain, privateKey }: HostIdentity): Stored => ({
  chain: chain.map((der) => Buffer.from(der).toString('base64')),
  privateKey: Buffer.from(privateKey).toString('base64'),
  wasValid: isValid(chain[0]),
})

const isValid = (certificate: Uint8Array) => new X509Certificate(certificate).validToDate.getTime() > Date.now()

function parse(bytes: Buffer): HostIdentity | undefined {
  const { chain, privateKey, wasValid } = JSON.parse(bytes.toString()) as Stored // it is authentic, so we wrote it
  const [leaf, ...others] = chain.map(derOf)
  if (!leaf || (wasValid && !isValid(leaf))) return undefined
  return { chain: [leaf, ...others], privateKey: derOf(privateKey) }
}

const derOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))
