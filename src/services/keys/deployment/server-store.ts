import type { Kysely } from 'kysely'
import { refused } from '#services/keys/refused.ts'
import type { SshResource } from '#services/keys/ssh/ssh-resource-store.ts'
import type { KeyTables } from '#services/keys/tables.ts'

/** A deployment server with its host. */
export type SavedServer = KeyTables['key_server'] & { resource: SshResource }

/** By name, or all. */
export async function savedServers(db: Kysely<KeyTables>, name?: string): Promise<SavedServer[]> {
  const query = db.selectFrom('key_server').selectAll().orderBy('name')
  const servers = await (name === undefined ? query : query.where('name', '=', name)).execute()
  const resources = await db
    .selectFrom('key_ssh_resource')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom('key_server').select('resource_id'))
    .execute()
  return servers.flatMap((server) => {
    const resource = resources.find(({ id }) => id === server.resource_id)
    return resource ? [{ ...server, resource }] : []
  })
}

/** The named server, or all. Throws if there are none. */
export async function requireServers(db: Kysely<KeyTables>, name?: string): Promise<SavedServer[]> {
  const servers = await savedServers(db, name)
  if (servers.length > 0) return servers
  if (name !== undefined)
    throw refused('serverName', `There is no saved server “${name}”; save it with addServer first`)
  throw refused('serverName', 'No server is saved; save one with addServer first')
}
