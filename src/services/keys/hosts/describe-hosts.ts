import type { Kysely } from 'kysely'
import type { ServedCertificate, TlsHost } from '#contract/keys/rules/hosts/host-health.ts'
import type { Weakness } from '#contract/keys/rules/weaknesses.ts'
import type { Target } from '#services/keys/discovery/target.ts'
import type { Protocols, Vulnerabilities } from '#services/keys/discovery/vulnerabilities.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import { currentDeployments } from './current-deployments.ts'
import { hostPort } from './host-port.ts'
import type { HostReport } from './store-check.ts'
import { certificatesOf, type StoredCertificate, originOf, revokedOf } from './stored-certificates.ts'
import { servedPlaces } from './served-places.ts'

type Database = Kysely<KeyTables>

/** The four tested weaknesses; others are determined from certificates. */
const questions = {
  heartbleed: 'Heartbleed',
  poodle: 'Poodle SSL',
  ssl3: 'SSLv3 Enabled',
  noTls12: 'No TLS1.2',
} as const satisfies Partial<Record<keyof Vulnerabilities, Weakness>>

const maxElsewhere = 10

/** Observations of hosts, in the given order. */
export async function describeHosts(db: Database, hosts: readonly Target[]): Promise<TlsHost[]> {
  const names = [...new Set(hosts.map(({ host }) => host))]
  if (names.length === 0) return []
  const states = await db.selectFrom('key_tls_host').selectAll().where('host', 'in', names).execute()
  const weak = await db.selectFrom('key_host_weakness').selectAll().where('host', 'in', names).execute()
  const shown = await db.selectFrom('key_tls_host_certificate').selectAll().where('host', 'in', names).execute()
  const places = await db.selectFrom('key_certificate_place').selectAll().where('host', 'in', names).execute()
  const deployments = await deploymentsAt(db, hosts.map(hostPort))
  const kept = await certificatesOf(db, {
    ids: places.map(({ certificate_id }) => certificate_id),
    sha256: [...shown, ...deployments].map(({ sha256 }) => sha256),
  })
  const ofNames = await sameNames(db, [...kept.values()])
  const isAt =
    ({ host, port }: Target) =>
    (row: Target) =>
      row.host === host && row.port === port

  return hosts.map((target) => {
    const here = isAt(target)
    const state = states.find(here)
    const place = places.find(here)
    const lastSeen = place && [...kept.values()].find(({ id }) => id === place.certificate_id)
    const findings = weak.find(here)
    const reports = shown
      .filter(here)
      .map((row) => ({ row, report: JSON.parse(row.report) as HostReport }))
      .toSorted((one, other) => (one.report.shownTo[0] ?? '').localeCompare(other.report.shownTo[0] ?? ''))
    const present = new Set([...reports.map(({ row }) => row.sha256), ...(lastSeen ? [lastSeen.sha256] : [])])
    const seenAt = Math.max(place?.seen_at ?? 0, ...reports.map(({ row }) => row.seen_at))
    const others = ofNames.filter((one) => !present.has(one.sha256))
    const own = [...present].flatMap((sha256) => kept.get(sha256) ?? [])
    return {
      Host: target.host,
      Port: target.port,
      ...optional({
        Address: state?.address ?? place?.address,
        CheckedAt: timeOf(state?.checked_at),
        TriedAt: timeOf(state?.tried_at),
        Failure: state?.failure,
        VulnerabilitiesAt: timeOf(findings?.looked_at),
      }),
      ...(state?.protocols && {
        Protocols: Object.entries(JSON.parse(state.protocols) as Protocols).map(([Name, Offered]) => ({
          Name,
          Offered,
        })),
      }),
      ...(state?.key_kinds && {
        KeyKinds: Object.entries(JSON.parse(state.key_kinds) as Record<string, string>).map(([Name, Result]) => ({
          Name,
          Result,
        })),
      }),
      ...(findings && vulnerabilitiesIn(JSON.parse(findings.findings) as Vulnerabilities)),
      Certificates: reports.map(({ row, report }) => servedOf(row.seen_at, report, kept.get(row.sha256), others)),
      ...(lastSeen &&
        place && {
          LastDiscovered: {
            CertID: lastSeen.id,
            CommonName: lastSeen.common_name,
            SeenAt: wireTime(place.seen_at),
            ExpiryDate: wireTime(lastSeen.not_after),
          },
        }),
      Deployments: deployments
        .filter(({ tls_address }) => tls_address?.toLowerCase() === hostPort(target))
        .map((one) => deploymentOf(one, kept.get(one.sha256), present, seenAt)),
      Elsewhere: others
        .filter((one) => one.host !== null && own.some((mine) => isSameSite(mine, one)))
        .filter((one) => !here({ host: one.host ?? '', port: one.port ?? 0 }))
        .slice(0, maxElsewhere)
        .map(({ host, port, id, common_name, seen_at }) => ({
          Host: host ?? '',
          Port: port ?? 0,
          CertID: id,
          CommonName: common_name,
          SeenAt: wireTime(seen_at ?? 0),
        })),
    }
  })
}

function deploymentOf(
  { server, sha256, deployed_at, deployed_by }: KeyTables['key_deployment'],
  kept: StoredCertificate | undefined,
  present: ReadonlySet<string>,
  seenAt: number,
) {
  return {
    serverName: server,
    ...namedBy(kept),
    DeployedAt: wireTime(deployed_at),
    DeployedBy: deployed_by,
    // Without a check since the deployment, the previous certificate may have been observed.
    ...(present.has(sha256) ? { isServed: true } : seenAt >= deployed_at ? { isServed: false } : {}),
  }
}

const timeOf = (at: number | null | undefined) => (at === null || at === undefined ? undefined : wireTime(at))
const optional = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
const namedBy = (kept: StoredCertificate | undefined) => kept && { CertID: kept.id, CommonName: kept.common_name }

const vulnerabilitiesIn = ({ weakCipherSuites, ...answers }: Vulnerabilities) => ({
  Vulnerabilities: Object.entries(questions).map(([question, Name]) => ({
    Name,
    Found: answers[question as keyof typeof questions],
  })),
  WeakCipherSuites: [...weakCipherSuites],
})

type Named = Awaited<ReturnType<typeof sameNames>>[number]

function servedOf(seenAt: number, report: HostReport, kept: StoredCertificate | undefined, others: readonly Named[]) {
  const newer = kept && newest(kept, others)
  const served: ServedCertificate = {
    ...optional({ CertID: kept?.id, Root: report.root, Origin: kept && originOf(kept) }),
    CommonName: kept?.common_name ?? report.name,
    ShownTo: report.shownTo,
    Key: report.key,
    Issuer: report.issuer,
    SerialNumber: report.serialNumber,
    sha256: report.sha256,
    FromDate: wireTime(report.notBefore),
    ExpiryDate: wireTime(report.notAfter),
    SeenAt: wireTime(seenAt),
    NameMatch: report.nameMatch,
    Names: report.names,
    NameCount: report.nameCount,
    Chain: report.chain,
    Trust: report.trust,
    Missing: report.missing,
    Sent: report.sent.map(({ name, issuer, sha256, notAfter }) => ({
      Name: name,
      Issuer: issuer,
      ExpiryDate: wireTime(notAfter),
      sha256,
    })),
    ...revokedOf(kept),
    ...(newer && {
      Newer: { CertID: newer.id, CommonName: newer.common_name, FromDate: wireTime(newer.not_before) },
    }),
  }
  return served
}

type Comparable = Pick<
  StoredCertificate,
  'common_name' | 'key_algorithm' | 'not_before' | 'not_after' | 'source' | 'reason'
>

/** Whether a certificate should replace another: later, valid, and not merely discovered. */
export function isNewer(one: Comparable, than: Comparable, now = Date.now()): boolean {
  return (
    one.common_name === than.common_name &&
    one.key_algorithm === than.key_algorithm &&
    (one.not_before > than.not_before || (one.not_before === than.not_before && one.not_after > than.not_after)) &&
    one.not_before <= now &&
    one.not_after > now &&
    one.source !== 'discovered' &&
    one.reason === null
  )
}

const newest = (kept: StoredCertificate, others: readonly Named[]) =>
  others
    .filter((one) => isNewer(one, kept))
    .toSorted((one, other) => other.not_before - one.not_before)
    .at(0)

/** Requires a domain in the name, since other names are not unique to one machine. */
const isSameSite = (mine: StoredCertificate, one: Named) =>
  mine.common_name === one.common_name && mine.key_algorithm === one.key_algorithm && mine.common_name.includes('.')

const maxOfNames = 2000

/** Certificates with these names, with the places where they were seen. */
async function sameNames(db: Database, certificates: readonly StoredCertificate[]) {
  const names = [...new Set(certificates.map(({ common_name }) => common_name))]
  if (names.length === 0) return []
  return db
    .selectFrom('key_certificate as certificate')
    .leftJoin(servedPlaces(db).as('place'), 'place.certificate_id', 'certificate.id')
    .leftJoin('key_issued as issued', 'issued.sha256', 'certificate.sha256')
    .select(['certificate.id', 'certificate.sha256', 'common_name', 'key_algorithm', 'not_before', 'source'])
    .select(['certificate.not_after', 'issued.reason', 'place.host', 'place.port', 'place.seen_at'])
    .where('common_name', 'in', names)
    .where('is_authority', '=', 0)
    .orderBy('certificate.id', 'desc')
    .limit(maxOfNames)
    .execute()
}

/** Latest deployments to servers with these TLS addresses. */
const deploymentsAt = (db: Database, addresses: readonly string[]) =>
  currentDeployments(db)
    .selectAll('done')
    .where((eb) => eb.fn<string>('lower', ['tls_address']), 'in', addresses)
    .execute()
