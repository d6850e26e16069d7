import type { Transaction } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { deleteCertificate as deleteRow } from '#contract/keys/certificates.ts'
import { type Certificate, requireCertificate } from '#services/keys/certificate-store.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { servedPlaces } from '#services/keys/hosts/served-places.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { nameOf } from './certificate-name.ts'

/** Records of issued certificates are kept, since they may still be in use and need revocation. */
export async function deleteCertificate(
  { db, audit }: KeyManagement,
  call: KeyCall,
  { common_name, serial_number }: Input<typeof deleteRow>,
) {
  return db.transaction().execute(async (transaction) => {
    const certificate = await requireCertificate(transaction, common_name, serial_number)
    const consequences = await consequencesOf(transaction, certificate)
    await transaction.deleteFrom('key_certificate_place').where('certificate_id', '=', certificate.id).execute()
    await transaction.deleteFrom('key_certificate').where('id', '=', certificate.id).execute()
    const withKey = certificate.sealed_key === null ? '' : ' with its private key'
    const name = nameOf(certificate)
    await audit.record(transaction, call, [`The ${name} deleted${withKey}`, ...consequences].join('. '))
    return { message: `${[`The ${name} was deleted${withKey}`, ...consequences].join('. ')}.` }
  })
}

const maxNamed = 5

/** Effects of a deletion that should be known. */
async function consequencesOf(transaction: Transaction<KeyTables>, { id, sha256 }: Certificate): Promise<string[]> {
  const { issued } = await transaction
    .selectFrom('key_issued')
    .select(({ fn }) => fn.countAll<number>().as('issued'))
    .where('issuer', '=', sha256)
    .where('revoked_at', 'is', null)
    .where('not_after', '>', Date.now())
    .executeTakeFirstOrThrow()
  const places = await transaction
    .selectFrom(servedPlaces(transaction).as('place'))
    .select(['host', 'port'])
    .where('certificate_id', '=', id)
    .orderBy('host')
    .orderBy('port')
    .limit(maxNamed + 1)
    .execute()
  const named = places.slice(0, maxNamed).map(({ host, port }) => `${host}:${port}`)
  return [
    ...(issued > 0 ? [`Certificates that it issued and that are still valid: ${issued}`] : []),
    ...(named.length
      ? [`It was last seen at ${named.join(', ')}${places.length > maxNamed ? ' and elsewhere' : ''}`]
      : []),
  ]
}
