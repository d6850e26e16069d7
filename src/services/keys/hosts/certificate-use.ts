import type { Kysely } from 'kysely'
import { problemsOf, stateOf } from '#contract/keys/rules/hosts/host-health.ts'
import { targetOf } from '#services/keys/deployment/presented.ts'
import type { Target } from '#services/keys/discovery/target.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import { describeHosts, isNewer } from './describe-hosts.ts'
import { hostPort } from './host-port.ts'
import { certificatesOf, type StoredCertificate, originOf } from './stored-certificates.ts'
import { servedPlaces } from './served-places.ts'

type Database = Kysely<KeyTables>
const maxShown = 50

/** Issuance, deployment and presentation of a certificate, each from its own record with its own time. */
export async function certificateUse(db: Database, id: number) {
  const row = await db.selectFrom('key_certificate').selectAll().where('id', '=', id).executeTakeFirst()
  const kept = row && (await certificatesOf(db, { ids: [id], sha256: [] })).get(row.sha256)
  if (!row || !kept) throw refused('CertID', `There is no certificate with the number ${id}`)
  const now = Date.now()
  const places = await db
    .selectFrom(servedPlaces(db).as('place'))
    .selectAll()
    .where('certificate_id', '=', id)
    .orderBy('seen_at', 'desc')
    .limit(maxShown)
    .execute()
  const hosts = await describeHosts(db, places)
  const { newer, older } = await relatives(db, kept)
  return {
    Origin: originOf(kept),
    AddedAt: wireTime(row.created_at),
    AddedBy: row.created_by,
    ...(kept.issued_at !== null && { IssuedAt: wireTime(kept.issued_at), IssuedBy: row.issuer_name }),
    Deployments: await deploymentsOf(db, kept.sha256),
    Served: hosts.flatMap((host, at) => {
      const place = places[at]
      if (!place) return []
      const problems = problemsOf(host, now)
      return {
        Host: place.host,
        Port: place.port,
        Address: place.address,
        SeenAt: wireTime(place.seen_at),
        State: stateOf(problems),
        Problems: problems,
      }
    }),
    Newer: newer.map(({ id: CertID, common_name: CommonName, not_before, hosts: Hosts }) => ({
      CertID,
      CommonName,
      FromDate: wireTime(not_before),
      Hosts,
    })),
    Older: older.map(({ id: CertID, common_name: CommonName, not_after, hosts: Hosts }) => ({
      CertID,
      CommonName,
      ExpiryDate: wireTime(not_after),
      Hosts,
    })),
  }
}

/** Certificates of the same name and key type: later ones, and earlier ones that are still presented. */
async function relatives(db: Database, kept: StoredCertificate) {
  const rows = await db
    .selectFrom('key_certificate as certificate')
    .leftJoin('key_issued as issued', 'issued.sha256', 'certificate.sha256')
    .select(['certificate.id', 'certificate.sha256', 'common_name', 'key_algorithm', 'not_before', 'source'])
    .select(['certificate.not_after', 'issued.reason'])
    .where('common_name', '=', kept.common_name)
    .where('certificate.id', '!=', kept.id)
    .where('is_authority', '=', 0)
    .orderBy('not_before', 'desc')
    .limit(maxShown)
    .execute()
  const ids = rows.map(({ id }) => id)
  const places =
    ids.length === 0
      ? []
      : await db
          .selectFrom(servedPlaces(db).as('place'))
          .select(['certificate_id', 'host', 'port'])
          .where('certificate_id', 'in', ids)
          .limit(maxShown * 10)
          .execute()
  const withHosts = rows.map((one) => {
    const hosts = places.filter(({ certificate_id }) => certificate_id === one.id).map(hostPort)
    return Object.assign(one, { hosts })
  })
  return {
    newer: withHosts.filter((one) => isNewer(one, kept)),
    older: withHosts.filter((one) => one.hosts.length > 0 && isNewer(kept, one)),
  }
}

async function deploymentsOf(db: Database, sha256: string) {
  const own = await db
    .selectFrom('key_deployment')
    .selectAll()
    .where('sha256', '=', sha256)
    .orderBy('deployed_at', 'desc')
    .limit(maxShown)
    .execute()
  return Promise.all(own.map((one) => deploymentOf(db, one)))
}

async function deploymentOf(db: Database, one: KeyTables['key_deployment']) {
  const { server, sha256, resource, certificate_path, tls_address, deployed_at, deployed_by } = one
  const later = await db
    .selectFrom('key_deployment')
    .leftJoin('key_certificate', 'key_certificate.sha256', 'key_deployment.sha256')
    .select(['key_certificate.id', 'common_name', 'deployed_at'])
    .where('server', '=', server)
    .where('deployed_at', '>', deployed_at)
    .orderBy('deployed_at', 'desc')
    .executeTakeFirst()
  return {
    serverName: server,
    ResourceName: resource,
    certificatePath: certificate_path,
    ...(tls_address !== null && { tlsAddress: tls_address }),
    DeployedAt: wireTime(deployed_at),
    DeployedBy: deployed_by,
    ...(later && {
      ReplacedBy: {
        ...(later.id !== null && { CertID: later.id }),
        ...(later.common_name !== null && { CommonName: later.common_name }),
        DeployedAt: wireTime(later.deployed_at),
      },
    }),
    ...(await presentedAt(db, sha256, tls_address === null ? undefined : targetOf(tls_address), deployed_at)),
  }
}

/** Certificate presented at a server's address when last seen. */
async function presentedAt(db: Database, sha256: string, target: Target | undefined, deployedAt: number) {
  const [host] = target ? await describeHosts(db, [target]) : []
  const times = [host?.LastDiscovered?.SeenAt, ...(host?.Certificates ?? []).map(({ SeenAt }) => SeenAt)]
  const seen = times
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1)
  if (!host || seen === undefined || Date.parse(seen) < deployedAt - 1000) return { Presented: 'unknown' }
  const isPresented =
    host.Certificates?.some((one) => one.sha256 === sha256) === true ||
    (await certificatesOf(db, { ids: [host.LastDiscovered?.CertID ?? 0], sha256: [] })).has(sha256)
  return { Presented: isPresented ? 'yes' : 'no', PresentedAt: seen }
}
