import type { Transaction } from 'kysely'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { type CertificateSummary, fingerprint } from '#crypto/x509/certificate-summary.ts'
import { storeCertificate } from '#services/keys/certificate-store.ts'
import { forgetShown } from '#services/keys/hosts/store-check.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { Found } from './scanner.ts'

const hostsAtOnce = 20 // small enough for a short transaction

/** Adds discovered certificates to the inventory while discovery continues, in batches. */
export function findingCollector(parts: KeyManagement, by: Pick<KeyCall, 'username'>) {
  let waiting: Found[] = []
  let kept = 0
  let keeping = Promise.resolve()

  async function keepAfter(before: Promise<void>, hosts: readonly Found[]) {
    await before
    kept += await keepFound(parts, by, hosts)
  }
  function keepWaiting() {
    keeping = keepAfter(keeping, waiting)
    keeping.catch(() => undefined) // reported by `finish`
    waiting = []
  }
  return {
    add(found: Found) {
      waiting.push(found)
      if (waiting.length >= hostsAtOnce) keepWaiting()
    },
    /** Waits until everything is stored; returns the number of new certificates. */
    async finish(): Promise<{ kept: number }> {
      keepWaiting()
      await keeping
      return { kept }
    },
  }
}

/** Retries once, since another process may add the same certificate concurrently. */
const keepFound: typeof keepFoundOnce = (parts, by, hosts) =>
  keepFoundOnce(parts, by, hosts).catch(() => keepFoundOnce(parts, by, hosts))

/** Known certificates are not duplicated; a host with another certificate than before is reassigned. */
async function keepFoundOnce(parts: KeyManagement, by: Pick<KeyCall, 'username'>, hosts: readonly Found[]) {
  return keepSeen(
    parts,
    by,
    hosts.map(({ certificates }) => certificates),
    async (transaction, idOf) => {
      for (const { host, port, address, certificates } of hosts) {
        const id = certificates[0] && idOf(certificates[0])
        // Deleted concurrently, or unsupported: no place is recorded.
        if (id !== undefined) await placeCertificate(transaction, { certificate_id: id, host, port, address })
      }
    },
  )
}

/** Retries once, as above. */
export const storeChains = (parts: KeyManagement, by: Pick<KeyCall, 'username'>, chains: readonly (readonly Der[])[]) =>
  keepSeen(parts, by, chains).catch(() => keepSeen(parts, by, chains))

type Placing = (transaction: Transaction<KeyTables>, idOf: (der: Der) => number | undefined) => Promise<void>

/** Stores chains sent by hosts; returns the number of new certificates. */
async function keepSeen(
  parts: KeyManagement,
  by: Pick<KeyCall, 'username'>,
  chains: readonly (readonly Der[])[],
  place?: Placing,
) {
  if (chains.length === 0) return 0
  const { db, vault, work } = parts
  const found = new Map(chains.flatMap((certificates) => certificates.map((der) => [sha256(der), der])))
  const known = new Set((await knownOf(db, [...found.keys()])).map((row) => row.sha256))
  const summaries = await summarize(
    work,
    [...found].filter(([name]) => !known.has(name)),
  )
  return db.transaction().execute(async (transaction) => {
    let kept = 0
    for (const { der, summary } of summaries) {
      const { isNew } = await storeCertificate(transaction, { vault, by }, { der, summary, source: 'discovered' })
      if (isNew) kept++
    }
    if (!place) return kept
    const ids = new Map((await knownOf(transaction, [...found.keys()])).map((row) => [row.sha256, row.id]))
    await place(transaction, (der) => ids.get(sha256(der)))
    return kept
  })
}

const sha256 = (der: Der) => fingerprint('sha256', der)

const knownOf = (db: KeyManagement['db'], fingerprints: readonly string[]) =>
  db.selectFrom('key_certificate').select(['id', 'sha256']).where('sha256', 'in', fingerprints).execute()

type Summarized = { der: Der; summary: CertificateSummary }

/** Parses untrusted certificates in workers. Unreadable or slow ones only affect themselves. */
async function summarize(work: KeyManagement['work'], found: readonly (readonly [string, Der])[]) {
  const certificates = found.map(([, der]) => der)
  const summaries: Summarized[] = []
  for (let at = 0; at < certificates.length; at += certificatesPerJob) {
    const some = certificates.slice(at, at + certificatesPerJob)
    for (const [index, summary] of (await summariesOf(work, some)).entries()) {
      const der = some[index]
      if (der && summary) summaries.push({ der, summary })
    }
  }
  return summaries
}

const certificatesPerJob = 64
const deadlineMs = 5000

async function summariesOf(work: KeyManagement['work'], some: Der[]): Promise<(CertificateSummary | undefined)[]> {
  try {
    return await work.run('summarizeCertificates', [some], { deadlineMs })
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason === 'busy' || error.reason === 'canceled') throw error
    if (some.length === 1) return [undefined]
    const middle = Math.ceil(some.length / 2)
    return [...(await summariesOf(work, some.slice(0, middle))), ...(await summariesOf(work, some.slice(middle)))]
  }
}

type Place = Omit<KeyTables['key_certificate_place'], 'seen_at'>

/** Records the certificate of a host, replacing its previous one. */
export async function placeCertificate(transaction: Transaction<KeyTables>, place: Place) {
  const { certificate_id, address, host, port } = place
  const seen_at = Date.now()
  const shown = await transaction
    .selectFrom('key_tls_host_certificate as shown')
    .leftJoin('key_certificate as kept', 'kept.sha256', 'shown.sha256')
    .select('kept.id')
    .where('shown.host', '=', host)
    .where('shown.port', '=', port)
    .execute()
  // The last check concerned another certificate, and a new one follows.
  if (shown.length > 0 && !shown.some(({ id }) => id === certificate_id)) await forgetShown(transaction, place)
  await transaction
    .insertInto('key_certificate_place')
    .values({ ...place, seen_at })
    .onConflict((conflict) => conflict.columns(['host', 'port']).doUpdateSet({ certificate_id, address, seen_at }))
    .execute()
}
