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
import { Disk } from './ssh-host/disk.ts'
import { hostKey } from './ssh-host/host-key.ts'
import { startSshHost } from './ssh-host/ssh-host.ts'
import { deployedPaths, type HostFiles } from './tls-hosts/deployed-host.ts'
import { type IdentityKeeper, identitiesOn } from './tls-hosts/kept-identities.ts'
import { startTlsHosts, type TlsHost, type TlsHosts } from './tls-hosts/tls-hosts.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault'>
type Options = {
  /** Private to the lab: the disks of its hosts. */
  folder: string
  /** Of every account. That of the first run stays. */
  password: string
  /** Who issues what the TLS hosts show. */
  authority: Issuer
  /** Where they were when they ran before: they take the same ports, where these are free. */
  before?: ShownHosts | undefined
}

/** Where the hosts are that one of the processes runs, for the others. */
export type ShownHosts = Pick<LabHosts, 'ssh' | 'tls' | 'web'>
export const hostsSetting = 'hosts'

/** What runs, for people: the lab's own page shows it. */
export type LabHosts = {
  ssh: { name: string; address: string; port: number; users: string[] }[]
  tls: TlsHost[]
  /** The paths from which the host `web` serves what is deployed to the first SSH host. */
  web: { resource: string; certificatePath: string; keyPath: string }
  password: string
  close: () => Promise<void>
}

/** Hosts to practise on. The first one is the machine of the TLS host `web`. */
const resources = [
  { name: 'web.lab.example', description: 'Web server of the lab: serves what is deployed to it', path: '/etc/ssl' },
  { name: 'build.lab.example', description: 'Build server of the lab', path: '/home/deploy' },
  { name: 'backup.lab.example', description: 'Backup server of the lab', path: '/home/backup' },
] as const

const webResource = resources[0].name

const firstSshPort = 2201

export async function startLabHosts(parts: Parts, { folder, password, authority, before }: Options): Promise<LabHosts> {
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
/** 8443, 9443 … 23443: as many products can run on one machine, each with hosts that a range finds. */
const tlsPorts = Array.from({ length: 16 }, (_, at) => 8443 + at * 1000)

/** An address for each host, so that a range finds them; machines that have one loopback address give each a port. */
async function startTls(
  options: { authority: Issuer; keep: IdentityKeeper; files?: HostFiles },
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

/** The first port on which it starts. 0 is any free one. */
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

/** The lab knows who its hosts are: nobody has to compare that, as long as nobody removes it. */
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
