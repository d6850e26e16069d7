import { posix } from 'node:path'
import { outlineKeyStore } from '#crypto/keystore/outline-key-store.ts'
import { sha256, type SharedStore } from '#services/keys/certificates/shared-path.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { onHost } from '#services/keys/ssh/on-host.ts'
import type { Sftp } from '#services/keys/ssh/sftp.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'
import type { SshResource } from '#services/keys/ssh/ssh-resource-store.ts'
import type { KeyTables } from '#services/keys/tables.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault' | 'work'>
export type LoadBalancer = KeyTables['key_load_balancer'] & { resource: SshResource }

const maxFiles = 1_000
const maxBytes = 1024 * 1024

export async function loadBalancers({ db }: Pick<Parts, 'db'>): Promise<LoadBalancer[]> {
  const found = await db.selectFrom('key_load_balancer').selectAll().execute()
  const resources = await db.selectFrom('key_ssh_resource').selectAll().orderBy('name').execute()
  return resources.flatMap((resource) => {
    const balancer = found.find(({ resource_id }) => resource_id === resource.id)
    return balancer ? [{ ...balancer, resource }] : []
  })
}

/**
 * Key stores of all load balancers, prefixed by host. An unreachable host is an error, so that its stores are not
 * reported as missing. `isWanted` excludes hosts.
 */
export async function* storesBehind(
  parts: Parts,
  isWanted: (host: string) => boolean = () => true,
): AsyncGenerator<SharedStore> {
  for (const { resource, user_name, store_path } of await loadBalancers(parts)) {
    if (!isWanted(resource.name)) continue
    yield* await onHost(parts, resource, user_name, async (session) =>
      storesIn(await session.files(), store_path, resource.name),
    )
  }
}

/** Detected by content, as on the shared path. Symbolic links are ignored, since they could lead anywhere. */
export async function storesIn(files: Sftp, folder: string, host: string): Promise<SharedStore[]> {
  const place = await files.find(folder)
  if (!place) throw new SshRefusal('not-found', `There is no folder ${folder} on ${host}`)
  if (!place.isDirectory()) throw new SshRefusal('not-a-file', `${folder} on ${host} is not a folder`)
  const stores: SharedStore[] = []
  for (const { filename, attrs } of await files.list(folder)) {
    if (stores.length >= maxFiles) break
    if (!isRegular(attrs.mode) || attrs.size > maxBytes) continue
    const { bytes } = await files.read(posix.join(folder, filename), maxBytes)
    const entries = outlineKeyStore(bytes)
    if (entries?.length) stores.push({ name: `${host}/${filename}`, bytes, sha256: sha256(bytes), entries })
  }
  return stores
}

const typeBits = 0o170000
const regularFile = 0o100000
const isRegular = (mode: number) => (mode & typeBits) === regularFile
