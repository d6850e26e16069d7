import type { Output } from '#contract/endpoint.ts'
import type { listWeakHosts, weakHostRows } from '#contract/keys/discovery.ts'
import type { Weakness } from '#contract/keys/rules/weaknesses.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import type { Finding, Vulnerabilities } from './vulnerabilities.ts'

type WeakHost = Output<typeof listWeakHosts>['rows'][number]
type Database = KeyManagement['db']

/** Hosts behind the counts of getSSLVulnerabilityCount. */
export const weakHostHandlers = ({ db }: KeyManagement): Handlers<typeof weakHostRows, KeyCall> => ({
  listWeakHosts: async () => ({
    rows: [...(await checkedHosts(db)), ...(await revokedCertificates(db))],
  }),
})

const questions = {
  ssl3: 'SSLv3 Enabled',
  poodle: 'Poodle SSL',
  noTls12: 'No TLS1.2',
  heartbleed: 'Heartbleed',
} as const satisfies Partial<Record<keyof Vulnerabilities, Weakness>>

async function checkedHosts(db: Database): Promise<WeakHost[]> {
  const found = await db.selectFrom('key_host_weakness').selectAll().orderBy('host').orderBy('port').execute()
  return found.flatMap(({ host, port, findings, looked_at }) => {
    const { weakCipherSuites, ...answers } = JSON.parse(findings) as Vulnerabilities
    const named = (wanted: Finding) =>
      Object.entries(questions).flatMap(([question, name]) =>
        answers[question as keyof typeof questions] === wanted ? [name] : [],
      )
    const Weaknesses: Weakness[] = [
      ...named('yes'),
      ...(weakCipherSuites.length > 0 ? ['Weak Cipher Suites' as const] : []),
    ]
    const NotTested = named('unknown')
    if (Weaknesses.length + NotTested.length === 0) return []
    return {
      Host: host,
      Port: port,
      Weaknesses,
      WeakCipherSuites: weakCipherSuites,
      NotTested,
      CheckedAt: wireTime(looked_at),
    }
  })
}

/** One row per revoked certificate, as in the counts, with the host where it was last seen. */
async function revokedCertificates(db: Database): Promise<WeakHost[]> {
  const revoked = await db
    .selectFrom('key_certificate')
    .innerJoin('key_issued', 'key_issued.sha256', 'key_certificate.sha256')
    .select(['key_certificate.id', 'common_name', 'dns_name'])
    .where('key_issued.revoked_at', 'is not', null)
    .orderBy('key_certificate.id')
    .execute()
  const rows: WeakHost[] = []
  for (const { id, common_name, dns_name } of revoked) {
    const place = await lastPlace(db, id)
    rows.push({
      Host: place?.host ?? (dns_name || common_name),
      Port: place?.port,
      Weaknesses: ['Revoked'],
      WeakCipherSuites: [],
      NotTested: [],
      CheckedAt: place && wireTime(place.seen_at),
      CertID: id,
      CommonName: common_name,
    })
  }
  return rows
}

const lastPlace = (db: Database, certificate: number) =>
  db
    .selectFrom('key_certificate_place')
    .select(['host', 'port', 'seen_at'])
    .where('certificate_id', '=', certificate)
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
