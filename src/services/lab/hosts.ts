import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprint, publicKeyOf } from '#crypto/ssh/public-key.ts'
import { readPrivateKey } from '#crypto/ssh/read-private-key.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import type { HostKeyPin } from '#services/keys/ssh/connect.ts'
import { pin } from '#services/keys/ssh/identity/host-key-pins.ts'
import { labDiskKey, labHostKey, labPassword } from './lab-secrets.ts'
import { loginAccounts } from './ssh-host/accounts.ts'
import { Disk, UnreadableFile } from './ssh-host/disk.ts'
import { hostKey } from './ssh-host/host-key.ts'
import { startSshHost } from './ssh-host/ssh-host.ts'
import { deployedPaths, type HostFiles } from './tls-hosts/deployed-host.ts'
import { type IdentityStore, identitiesOn } from './tls-hosts/stored-identities.ts'
import { startTlsHosts, type TlsHost, type TlsHosts } from './tls-hosts/tls-hosts.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault'>
type Options = {
  /** Private data of the lab: disks of its hosts. */
  folder: string
  /** Password of all accounts; that of the first run is kept. */
  password: string
  /** Issuer of the TLS hosts' certificates. */
  authority: Issuer
  /** Previous addresses; the same ports are used if free. */
  before?: ShownHosts | undefined
  /** Called if the files in the folder were of another database, with the folder to which they were moved. */
  onForeignFiles?: (movedTo: string) => void
}

/** Addresses of hosts run by one of the processes, for the others. */
export type ShownHosts = Pick<LabHosts, 'ssh' | 'tls' | 'web'>
export const hostsSetting = 'hosts'

/** Running hosts, shown on the lab's page. */
export type LabHosts = {
  ssh: { name: string; address: string; port: number; users: string[] }[]
  tls: TlsHost[]
  /** Paths on the first SSH host from which site `web` reads its certificate. */
  web: { resource: string; certificatePath: string; keyPath: string }
  password: string
  close: () => Promise<void>
}

/** Hosts for practice. The first one is the machine of the TLS host `web`. */
const resources = [
  { name: 'web.lab.example', description: 'Web server of the lab: serves what is deployed to it', path: '/etc/ssl' },
  { name: 'build.lab.example', description: 'Build server of the lab', path: '/home/deploy' },
  { name: 'backup.lab.example', description: 'Backup server of the lab', path: '/home/backup' },
] as const

const webResource = resources[0].name

const firstSshPort = 2201

/**
 * Starts the hosts with their files. Files that the key of this database does not open, as after another database was
 * configured, are moved aside: the hosts start with new ones.
 */
export async function startLabHosts(parts: Parts, options: Options): Promise<LabHosts> {
  try {
    return await startOn(parts, options)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const movedTo = `${options.folder}-${new Date().toISOString().replaceAll(/\D/g, '')}`
    await rename(options.folder, movedTo)
    options.onForeignFiles?.(movedTo)
    return startOn(parts, options)
  }
}

async function startOn(parts: Parts, { folder, password, authority, before }: Options): Promise<LabHosts> {
  const disk = new Disk(await labDiskKey(parts))
  const chosen = await labPassword(parts, password)
  const running: { close: () => Promise<void> }[] = []
  const close = async () => {
    await Promise.all(running.map((host) => host.close()))
  }
  try {
    const ssh: LabHosts['ssh'] = []
    let files: HostFiles | undefined
    for (const [at, resource] of resources.entries()) {
      const hostFolder = join(folder, resource.name)
      const key = await labHostKey(parts, resource.name, () => hostKey(hostFolder, disk))
      const start = (port: number) => startSshHost({ folder: hostFolder, disk, key, password: chosen, port })
      const host = await onPort([before?.ssh[at]?.port ?? firstSshPort + at, 0], start)
      running.push(host)
      files ??= host.files
      const { address, port } = host
      await keepResource(parts, { ...resource, address, port }, key)
      ssh.push({ name: resource.name, address, port, users: loginAccounts.map(({ name }) => name) })
    }
    const keep = await identitiesOn(disk, join(folder, 'tls'), authority.certificate)
    const tls = await startTls({ authority, keep, ...(files && { files }) }, before?.tls[0]?.port)
    running.push(tls)
    const { certificate: certificatePath, key: keyPath } = deployedPaths
    return { ssh, tls: tls.hosts, web: { resource: webResource, certificatePath, keyPath }, password: chosen, close }
  } catch (error) {
    await close()
    throw error
  }
}

const tlsAddresses = Array.from({ length: 9 }, (_, at) => `127.0.0.${at + 11}`)
/** 8443, 9443 … 23443, so that several installations on one machine can each have discoverable hosts. */
const tlsPorts = Array.from({ length: 16 }, (_, at) => 8443 + at * 1000)

/** One address per host for range discovery; machines with a single loopback address use several ports. */
async function startTls(
  options: { authority: Issuer; keep: IdentityStore; files?: HostFiles },
  portBefore?: number,
): Promise<TlsHosts> {
  const ports = portBefore ? [portBefore, ...tlsPorts] : tlsPorts
  try {
    return await onPort(ports, (port) => startTlsHosts({ ...options, addresses: tlsAddresses, port }))
  } catch (error) {
    if (!['EADDRNOTAVAIL', 'EADDRINUSE'].includes(codeOf(error))) throw error
    return onPort([...ports, 0], (port) => startTlsHosts({ ...options, port }))
  }
}

/** The first available port; 0 means any. */
async function onPort<T>([port = 0, ...others]: readonly number[], start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port)
  } catch (error) {
    if (others.length === 0 || codeOf(error) !== 'EADDRINUSE') throw error
    return onPort(others, start)
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

function pinOf(hostKey: string): HostKeyPin {
  const { algorithm, blob } = publicKeyOf(readPrivateKey(hostKey, '').key, '')
  return { type: algorithm, fingerprint: fingerprint(blob) }
}

const findResource = ({ db }: Pick<Parts, 'db'>, name: string) =>
  db.selectFrom('key_ssh_resource').select('id').where('name', '=', name).executeTakeFirst()

type Resource = { name: string; description: string; path: string; address: string; port: number }

/** Lab hosts are trusted without verification, unless removed. */
async function keepResource({ db }: Parts, resource: Resource, hostKey: string): Promise<void> {
  const { name, description, path, address, port } = resource
  const known = await findResource({ db }, name)
  await db.transaction().execute(async (transaction) => {
    const id = await nextNumber(transaction, 'ssh-resource')
    const stated = { id, name, description, path, address, port }
    await transaction
      .insertInto('key_ssh_resource')
      .values({ ...stated, landing_server: '', created_at: Date.now() })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ address, port }))
      .execute()
    if (!known) await pin(transaction, id, [pinOf(hostKey)], { how: 'confirmed', trusted_by: 'lab' })
  })
}
