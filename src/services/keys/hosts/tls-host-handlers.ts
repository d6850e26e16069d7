import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import { problemLabel, problemsOf, stateOf, type TlsHost } from '#contract/keys/rules/hosts/host-health.ts'
import { hostStates, type listTlsHosts, type tlsHostRows } from '#contract/keys/tls-hosts.ts'
import { targetOf } from '#services/keys/deployment/presented.ts'
import { readHost, type Target } from '#services/keys/discovery/target.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { Handlers } from '#services/router.ts'
import { certificateUse } from './certificate-use.ts'
import { describeHosts } from './describe-hosts.ts'
import { hostPort } from './host-port.ts'

type Row = Output<typeof listTlsHosts>['rows'][number]
type Database = Kysely<KeyTables>

const hostsAtOnce = 200 // so that others get a turn
const usualLimit = 100

/** Hosts as they were seen. Ours: the reference finds certificates on hosts, and tells nothing of a host. */
export const tlsHostHandlers = ({ db }: KeyManagement): Handlers<typeof tlsHostRows, KeyCall> => ({
  listTlsHosts: async ({ search = '', state: wanted, offset = 0, limit = usualLimit }) => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const found: Record<string, Row[]> = {}
    const now = Date.now()
    for await (const some of knownHosts(db)) {
      for (const host of await describeHosts(db, some)) {
        const row = rowOf(host, now)
        if ((wanted && row.State !== wanted) || !words.every((word) => textOf(row).includes(word))) continue
        const rows = (found[row.State] ??= [])
        rows.push(row)
      }
      await delay(0)
    }
    const rows = hostStates.flatMap((state) => found[state] ?? [])
    return { rows: rows.slice(offset, offset + limit), total: rows.length }
  },

  getTlsHost: async ({ Host, Port }) => {
    const [host] = await describeHosts(db, [{ host: readHost(Host, 'Host'), port: Port }])
    return host ?? { Host, Port }
  },

  getCertificateUse: ({ CertID }) => certificateUse(db, Number(CertID)),
})

function rowOf(host: TlsHost, now: number) {
  const { Host, Port, Certificates = [], LastDiscovered, CheckedAt, TriedAt } = host
  const problems = problemsOf(host, now)
  const [first] = Certificates
  return {
    Host,
    Port,
    State: stateOf(problems),
    Problems: problems,
    ...defined({
      CertID: first?.CertID ?? LastDiscovered?.CertID,
      CommonName: first?.CommonName ?? LastDiscovered?.CommonName,
      ExpiryDate: Certificates.map(({ ExpiryDate = '' }) => ExpiryDate).toSorted()[0] ?? LastDiscovered?.ExpiryDate,
      CheckedAt,
      TriedAt,
      SeenAt: [first?.SeenAt, LastDiscovered?.SeenAt]
        .filter((at) => at !== undefined)
        .toSorted()
        .at(-1),
    }),
  }
}

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

/** What a search looks in. */
const textOf = ({ Host = '', Port, CommonName = '', Problems = [] }: Row) =>
  [`${Host}:${Port}`, CommonName, ...Problems.map(problemLabel)].join('\n').toLowerCase()

/** Every host that was seen, or that something was deployed for, some at a time. */
async function* knownHosts(db: Database): AsyncGenerator<Target[]> {
  const seen = new Set<string>()
  let last: Target = { host: '', port: 0 }
  for (;;) {
    const after = last
    const some = await db
      .selectFrom('key_certificate_place')
      .select(['host', 'port'])
      .union(db.selectFrom('key_tls_host').select(['host', 'port']))
      .orderBy('host')
      .orderBy('port')
      .$call((query) =>
        db
          .selectFrom(query.clearOrderBy().as('known'))
          .select(['host', 'port'])
          .where((eb) =>
            eb.or([eb('host', '>', after.host), eb.and([eb('host', '=', after.host), eb('port', '>', after.port)])]),
          )
          .orderBy('host')
          .orderBy('port')
          .limit(hostsAtOnce),
      )
      .execute()
    for (const one of some) seen.add(hostPort(one))
    if (some.length > 0) yield some
    last = some.at(-1) ?? last
    if (some.length < hostsAtOnce) break
  }
  const servers = await db.selectFrom('key_server').select('tls_address').where('tls_address', 'is not', null).execute()
  const addresses = new Map(
    servers.flatMap(({ tls_address }) => {
      const target = tls_address === null ? undefined : targetOf(tls_address)
      return target && !seen.has(hostPort(target)) ? [[hostPort(target), target] as const] : []
    }),
  )
  if (addresses.size > 0) yield [...addresses.values()]
}
