import { setTimeout as delay } from 'node:timers/promises'
import type { Output } from '#contract/endpoint.ts'
import { problemLabel, problemsOf, stateOf, type TlsHost } from '#contract/keys/rules/hosts/host-health.ts'
import { hostStates, type listTlsHosts, type tlsHostRows } from '#contract/keys/tls-hosts.ts'
import { readHost } from '#services/keys/discovery/target.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { Handlers } from '#services/router.ts'
import { certificateUse } from './certificate-use.ts'
import { describeHosts } from './describe-hosts.ts'
import { knownHosts } from './known-hosts.ts'

type Row = Output<typeof listTlsHosts>['rows'][number]

const defaultLimit = 100

/** Extension: observed hosts. The reference reports certificates, not hosts. */
export const tlsHostHandlers = ({ db }: KeyManagement): Handlers<typeof tlsHostRows, KeyCall> => ({
  listTlsHosts: async ({ search = '', state: wanted, offset = 0, limit = defaultLimit }) => {
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

/** Searched text. */
const textOf = ({ Host = '', Port, CommonName = '', Problems = [] }: Row) =>
  [`${Host}:${Port}`, CommonName, ...Problems.map(problemLabel)].join('\n').toLowerCase()
