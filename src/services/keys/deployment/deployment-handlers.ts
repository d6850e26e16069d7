import type { Transaction } from 'kysely'
import type { deploymentRows } from '#contract/keys/certificates.ts'
import { deployed, notDeployed } from '#contract/keys/deployment.ts'
import { writePem } from '#crypto/pem.ts'
import { exportCertificate } from '#crypto/x509/certificate-export.ts'
import { type Certificate, chainInStore, privateKeyOf, requireCertificate } from '#services/keys/certificate-store.ts'
import { forEachTarget } from '#services/keys/discovery/all-targets.ts'
import { placeCertificate } from '#services/keys/discovery/found-certificates.ts'
import { weaknessWatch } from '#services/keys/discovery/weakness-watch.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { withLock } from '#services/keys/with-lock.ts'
import type { Handlers } from '#services/router.ts'
import { type DeployedFiles, deployFiles, reasonOf } from './deploy-files.ts'
import { presented } from './presented.ts'
import { requireServers, type SavedServer } from './server-store.ts'

const serversAtOnce = 8
const checkSeconds = 5
const beginWithinMs = 5 * 60_000

/** deployCertificate: writes chain and key to saved servers. */
export function deploymentHandlers(parts: KeyManagement): Handlers<typeof deploymentRows, KeyCall> {
  const { db, vault, audit } = parts
  const watch = weaknessWatch(parts)

  async function deployTo(server: SavedServer, certificate: Certificate, files: DeployedFiles, call: KeyCall) {
    const { name, resource } = server
    const host = `${resource.address} ${resource.port}`
    // Several saved servers may share a host, or even the same files.
    const { changed, backup, keyBackup, reload } = await withLock(db, host, () => deployFiles(parts, server, files))
    const seen = await presented(parts, server, certificate, call)
    await db.transaction().execute(async (transaction) => {
      if (seen?.place && (await isKept(transaction, certificate))) {
        await placeCertificate(transaction, { certificate_id: certificate.id, ...seen.place })
      }
      await recordDeployment(transaction, server, certificate, call)
      await audit.record(transaction, call, `${titleOf(certificate)} deployed to “${name}”`)
    })
    if (seen?.target) watch.add([seen.target], { timeoutSeconds: checkSeconds, username: call.username })
    return [
      changed ? 'Certificate deployed' : 'The certificate was already deployed',
      backup !== undefined && `the former certificate is kept as ${backup}`,
      keyBackup !== undefined && `the former private key could not be removed: ${keyBackup}`,
      reload !== undefined && `reload: ${reload}`,
      seen?.told,
    ]
      .filter((part) => part)
      .join('; ')
  }

  return {
    deployCertificate: async ({ common_name, serial_number, serverName }, call) => {
      const certificate = await requireCertificate(db, common_name, serial_number)
      if (certificate.sealed_key === null) {
        throw refused('common_name', `The private key of ${common_name} is not stored; import it with its key first`)
      }
      const servers = await requireServers(db, serverName)
      const files = await filesOf(certificate, servers, call)
      const begin = performance.now()
      const tell = async (server: SavedServer) => {
        try {
          if (call.signal?.aborted) throw refused('serverName', 'The call was canceled before it was processed')
          if (performance.now() - begin > beginWithinMs)
            throw refused('serverName', 'Timed out while waiting for other servers')
          return { server: server.name, status: deployed, message: await deployTo(server, certificate, files, call) }
        } catch (error) {
          const message = reasonOf(error)
          await audit.note(call, `${titleOf(certificate)} not deployed to “${server.name}”: ${message}`)
          return { server: server.name, status: notDeployed, message }
        }
      }
      return { rows: await forEachTarget(servers, serversAtOnce, tell, () => undefined) }
    },
  }

  /** Writes the audit entry before opening the key. */
  async function filesOf(
    certificate: Certificate,
    servers: readonly SavedServer[],
    call: KeyCall,
  ): Promise<DeployedFiles> {
    const chain = await chainInStore(db, certificate)
    const names = servers.slice(0, 20).map(({ name }) => `“${name}”`)
    const others = servers.length > names.length ? ` and ${servers.length - names.length} others` : ''
    await audit.note(call, `${titleOf(certificate)} with its private key on the way to ${names.join(', ')}${others}`)
    const key = privateKeyOf(vault, certificate)
    if (!key) throw new Error('The private key is no longer stored')
    return { certificate: exportCertificate('PEM', chain).bytes, key: Buffer.from(writePem('PRIVATE KEY', key)) }
  }
}

/** Records the deployment; what the server presents is checked separately. */
async function recordDeployment(
  transaction: Transaction<KeyTables>,
  { name: server, resource, certificate_path, tls_address }: SavedServer,
  { sha256 }: Certificate,
  { username: deployed_by }: KeyCall,
) {
  const columns = { resource: resource.name, certificate_path, tls_address, deployed_by, deployed_at: Date.now() }
  await transaction
    .insertInto('key_deployment')
    .values({ server, sha256, ...columns })
    .onConflict((conflict) => conflict.columns(['server', 'sha256']).doUpdateSet(columns))
    .execute()
}

/** It may have been deleted meanwhile. */
const isKept = async (db: KeyManagement['db'], { id }: Certificate) =>
  (await db.selectFrom('key_certificate').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const titleOf = ({ common_name, serial_number }: Certificate) =>
  `Certificate “${common_name}” (serial number ${serial_number})`
