import { posix } from 'node:path'
import type { serverRows } from '#contract/keys/servers.ts'
import { currentDeployments } from '#services/keys/hosts/current-deployments.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import { lockResource, requireResource } from '#services/keys/ssh/ssh-resource-store.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { targetOf } from './presented.ts'
import { savedServers } from './server-store.ts'

const maxServers = 500

/** Extension: the reference deploys to saved servers, but has no operation to save one. */
export const serverHandlers = ({ db, audit }: KeyManagement): Handlers<typeof serverRows, KeyCall> => ({
  listServers: async () => ({
    rows: (await savedServers(db)).map((server) => ({
      ServerId: server.id,
      serverName: server.name,
      ResourceName: server.resource.name,
      userName: server.user_name,
      certificatePath: server.certificate_path,
      keyPath: server.key_path,
      tlsAddress: server.tls_address ?? undefined,
      reloadCommand: server.reload_command ?? undefined,
      CreationTime: wireTime(server.created_at),
    })),
  }),

  addServer: async (input, call) => {
    const { serverName, ResourceName, userName, certificatePath, keyPath, tlsAddress, reloadCommand } = input
    requireName('serverName', serverName)
    requireName('userName', userName)
    requirePlainPath('certificatePath', certificatePath)
    requirePlainPath('keyPath', keyPath)
    if (certificatePath === keyPath) throw refused('keyPath', 'The key needs a file of its own')
    if (tlsAddress !== undefined) targetOf(tlsAddress)
    await db.transaction().execute(async (transaction) => {
      // First, since it locks the sequence, so that concurrent calls do not use the same name.
      const id = await nextNumber(transaction, 'server')
      const saved = await savedServers(transaction)
      if (saved.length >= maxServers) throw refused('serverName', `At most ${maxServers} servers are saved`)
      if (saved.some(({ name }) => name === serverName)) {
        throw refused('serverName', `A saved server “${serverName}” already exists`)
      }
      const resource = await requireResource(transaction, ResourceName, 'ResourceName')
      await lockResource(transaction, resource.id)
      await transaction
        .insertInto('key_server')
        .values({
          id,
          name: serverName,
          resource_id: resource.id,
          user_name: userName,
          certificate_path: certificatePath,
          key_path: keyPath,
          tls_address: tlsAddress ?? null,
          reload_command: reloadCommand ?? null,
          created_at: Date.now(),
        })
        .execute()
      await audit.record(
        transaction,
        call,
        `Server “${serverName}” saved: ${userName} on ${ResourceName}${reloadCommand === undefined ? '' : `, reloaded by ${reloadCommand}`}`,
      )
    })
    return { message: 'Server saved successfully' }
  },

  listDeployments: async () => {
    const rows = await currentDeployments(db)
      .leftJoin('key_certificate as kept', 'kept.sha256', 'done.sha256')
      .selectAll('done')
      .select('kept.id')
      .orderBy('done.server')
      .execute()
    return { rows: rows.map(deploymentOf) }
  },

  removeServer: async ({ serverName }, call) => {
    requireName('serverName', serverName)
    await db.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('key_server')
        .where('name', '=', serverName)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw refused('serverName', `There is no saved server “${serverName}”`)
      await audit.record(transaction, call, `Server “${serverName}” removed`)
    })
    return { message: 'Server removed successfully' }
  },
})

const deploymentOf = (row: KeyTables['key_deployment'] & { id: number | null }) => ({
  ...(row.id !== null && { CertID: row.id }),
  sha256: row.sha256,
  serverName: row.server,
  ResourceName: row.resource,
  certificatePath: row.certificate_path,
  ...(row.tls_address !== null && { tlsAddress: row.tls_address }),
  DeployedAt: wireTime(row.deployed_at),
  DeployedBy: row.deployed_by,
})

function requirePlainPath(field: string, path: string): void {
  const isPlain = posix.isAbsolute(path) && posix.normalize(path) === path && !path.endsWith('/')
  if (isPlain && !/[\p{Cc}\p{Cs}]/u.test(path)) return
  throw refused(field, 'Must be the absolute path of a file, without . and .. and control characters')
}
