import { randomBytes } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePem } from '#crypto/pem.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { selfSignedIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { deliverFile } from '#services/keys/ssh/deliver-file.ts'
import { onHost } from '#services/keys/ssh/on-host.ts'
import { requireResource } from '#services/keys/ssh/ssh-resource-store.ts'
import { type DemoContext, throwIfStopping } from './demo-context.ts'

/** Unmanaged key stores on the shared path, for demonstration. */
export const sharedStores = [
  { file: 'app-server.jks', password: 'changeit', type: 'JKS', commonName: 'app-server.lab.example' },
  { file: 'mail-gateway.p12', password: 'mail demo', type: 'PKCS', commonName: 'mail-gateway.lab.example' },
  { file: 'tomcat.p12', password: 'tomcat demo', type: 'PKCS', commonName: 'tomcat.lab.example' },
] as const

export async function makeSharedStores({ parts }: DemoContext): Promise<void> {
  await mkdir(parts.sharedPath, { recursive: true, mode: 0o700 })
  for (const store of sharedStores) {
    throwIfStopping(parts)
    const path = join(parts.sharedPath, store.file)
    if (await isThere(path)) continue
    await writeFile(`${path}.new`, await keyStoreOf(parts, store), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
}

type DemoStore = (typeof sharedStores | typeof balancerStores)[number]

async function keyStoreOf(parts: KeyManagement, { type, password, commonName }: DemoStore): Promise<Uint8Array> {
  const { chain, privateKey } = await selfSignedIdentity({
    commonName,
    names: commonName,
    key: { algorithm: 'EC', bits: 256 },
    validity: validityOf(180, 'days'),
  })
  const alias = commonName.split('.')[0] ?? commonName
  const { bytes } = await parts.work.run('exportKeyStore', [type, { alias, privateKey, chain }, password])
  return bytes
}

/** The first lab host acts as load balancer, with its key stores in this folder. */
export const balancerFolder = '/etc/ssl/balancer'
export const balancerStores = [
  { file: 'shop.jks', password: 'balancer demo', type: 'JKS', commonName: 'shop.lab.example' },
  { file: 'intranet.p12', password: 'balancer demo', type: 'PKCS', commonName: 'intranet.lab.example' },
] as const

/** Writes the files over SSH, as an administrator would. */
export async function makeLoadBalancer({ parts, calls, lab }: DemoContext): Promise<void> {
  const [host] = lab.ssh
  if (!host || (await parts.db.selectFrom('key_load_balancer').select('resource_id').executeTakeFirst())) return
  throwIfStopping(parts)
  const resource = await requireResource(parts.db, host.name, 'ResourceName')
  const stores = await Promise.all(
    balancerStores.map(async (store) => ({
      path: `${balancerFolder}/${store.file}`,
      bytes: await keyStoreOf(parts, store),
    })),
  )
  await onHost(parts, resource, 'root', async (session) => {
    const files = await session.files()
    if (!(await files.find(balancerFolder))) await files.makeFolder(balancerFolder, 0o700)
    for (const { path, bytes } of stores) await deliverFile(session, path, bytes, { mode: 0o600 })
  })
  await calls.addLoadBalancer({ ResourceName: host.name, userName: 'root', storePath: balancerFolder })
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const vaultKeys = [
  {
    keyName: 'payments-wrapping-key',
    description: 'Wraps the keys of the payment terminals',
    datacenter: 'Frankfurt',
    instanceName: 'payments-1',
    keyType: 'AES-256',
    file: () => ({ name: 'wrapping.key', bytes: randomBytes(32) }),
  },
  {
    keyName: 'token-signing',
    description: 'Signs the tokens of the intranet',
    datacenter: 'Dublin',
    instanceName: 'auth-2',
    keyType: 'PEM',
    passphrase: 'token demo',
    file: () => ({ name: 'signing.pem', bytes: Buffer.from(writePem('OPAQUE KEY', randomBytes(64))) }),
  },
  {
    keyName: 'backup-cipher',
    description: 'Опечатано: резервные копии',
    datacenter: 'Frankfurt',
    instanceName: 'backup-1',
    keyType: 'Raw',
    file: () => ({ name: 'backup.bin', bytes: randomBytes(512) }),
  },
] as const

export async function makeVaultKeys({ parts, calls }: DemoContext): Promise<void> {
  const known = await parts.db.selectFrom('key_vault_key').select('name').execute()
  for (const { file, ...wish } of vaultKeys) {
    throwIfStopping(parts)
    if (!known.some(({ name }) => name === wish.keyName)) await calls.addVaultKey({ ...wish, File: file() })
  }
}
