import type { Transaction } from 'kysely'
import { type apiKeyRows, keyPermissions } from '#contract/keys/api-keys.ts'
import type { Handlers } from '#services/router.ts'
import { consoleName, hostAddress, issueKey, renewKey } from './api-keys.ts'
import type { KeyCall, KeyManagement } from './key-management.ts'
import { refused } from './refused.ts'
import type { KeyTables } from './tables.ts'
import type { VaultKeeper } from './vault-keeper.ts'
import { wireTime } from './wire-time.ts'

type Parts = Pick<KeyManagement, 'db' | 'audit'> & { keeper: VaultKeeper }
type ApiKey = KeyTables['key_api_key']

/** Settings of a server: API keys, the vault, and audit verification. */
export const apiKeyHandlers = ({ db, audit, keeper }: Parts): Handlers<typeof apiKeyRows, KeyCall> => ({
  listApiKeys: async () => {
    const query = db.selectFrom('key_api_key').selectAll().where('name', '!=', consoleName).orderBy('id')
    return { rows: (await query.execute()).map(toView) }
  },

  generateApiKey: ({ name, address, permission }, call) => {
    if (name === consoleName) throw refused('name', 'This name is reserved for the console itself')
    const host = hostAddress(address ?? call.peer)
    if (host === undefined) throw refused('address', 'must be the IP address that the calls will come from')
    return db.transaction().execute(async (transaction) => {
      const { id, key } = await issueKey(transaction, { name, address: host, username: call.username, permission })
      await audit.record(transaction, call, `API key “${name}” (${id}) generated, tied to ${host}`)
      return { id, apiKey: key }
    })
  },

  regenerateApiKey: ({ id }, call) =>
    db.transaction().execute(async (transaction) => {
      const { name } = await requireKey(transaction, id)
      const key = await renewKey(transaction, id)
      await audit.record(transaction, call, `API key “${name}” (${id}) regenerated`)
      return { id, apiKey: key }
    }),

  revokeApiKey: ({ id }, call) =>
    db.transaction().execute(async (transaction) => {
      const { name } = await requireKey(transaction, id)
      await transaction.deleteFrom('key_api_key').where('id', '=', id).execute()
      await audit.record(transaction, call, `API key “${name}” (${id}) revoked`)
      return { message: `API key “${name}” revoked` }
    }),

  verifyAudit: async () => {
    const problem = await audit.verify()
    return { intact: problem === undefined, ...(problem !== undefined && { problem }) }
  },

  getVaultStatus: () => ({ sealed: keeper.isSealed(), openedBy: keeper.openedBy }),

  unsealVault: async ({ passphrase }, call) => {
    await keeper.unseal(passphrase)
    await audit.note(call, 'Vault unsealed')
    return { message: 'The vault is already unsealed' }
  },
})

async function requireKey(transaction: Transaction<KeyTables>, id: number): Promise<ApiKey> {
  const query = transaction.selectFrom('key_api_key').selectAll().where('id', '=', id).where('name', '!=', consoleName)
  const row = await query.executeTakeFirst()
  if (!row) throw refused('id', `There is no API key ${id}`)
  return row
}

const toView = ({ id, name, address, permission, created_by, created_at, used_at }: ApiKey) => ({
  id,
  name,
  address,
  permission: permission ?? keyPermissions[0],
  createdBy: created_by,
  createdAt: wireTime(created_at),
  ...(used_at !== null && { usedAt: wireTime(used_at) }),
})
