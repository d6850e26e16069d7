import type { Kysely, Transaction } from 'kysely'
import type { Der } from '#crypto/der.ts'
import type { ServedChain } from '#crypto/tls-probe/served-chain.ts'
import { fingerprint } from '#crypto/x509/certificate-summary.ts'
import { findChain } from '#services/keys/authorities/identity.ts'
import { derOf, findIssuerInStore } from '#services/keys/certificate-store.ts'
import type { Assessed, Failed } from '#services/keys/discovery/scanner.ts'
import type { Target } from '#services/keys/discovery/target.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'

type Parts = Pick<KeyManagement, 'db' | 'work'>
export type HostReport = ServedChain & { shownTo: string[] }

/** A chain presented by a host, and the key types for which it was presented. */
type PresentedChain = { shownTo: string[]; sent: Der[] }
const sha256 = (der: Der) => fingerprint('sha256', der)

export function presentedBy({ presented }: Assessed): PresentedChain[] {
  const shown = new Map<string, PresentedChain>()
  for (const one of presented) {
    if (one.result !== 'certificate') continue
    const [leaf] = one.chain.certificates
    const known = leaf && shown.get(sha256(leaf))
    if (known) known.shownTo.push(one.kind)
    else if (leaf) shown.set(sha256(leaf), { shownTo: [one.kind], sent: one.chain.certificates })
  }
  return [...shown.values()]
}

const deadlineMs = 5000

/** Validates each chain. One that takes too long only affects itself. */
export async function judge(parts: Parts, host: Assessed): Promise<HostReport[]> {
  const reports: HostReport[] = []
  for (const { shownTo, sent } of presentedBy(host)) {
    const { trusted, met } = await authoritiesAbove(parts.db, sent)
    try {
      const report = await parts.work.run('judgeServedChain', [{ host: host.host, sent, trusted, met }], { deadlineMs })
      reports.push({ ...report, shownTo })
    } catch {
      continue // damaged or maliciously slow: remains untested
    }
  }
  return reports
}

const maxSteps = 20

/** Possible issuers in the inventory; merely discovered ones are not trusted. */
async function authoritiesAbove(db: Kysely<KeyTables>, sent: readonly Der[]) {
  const trusted: Der[] = []
  const met: Der[] = []
  for (const name of ['own-authority', 'external-root', 'external-authority'] as const) {
    const chain = await findChain({ db }, name)
    if (chain) trusted.push(chain[0])
  }
  const seen = new Set<string>()
  const rows = await db.selectFrom('key_certificate').selectAll().where('sha256', 'in', sent.map(sha256)).execute()
  for (const row of rows) {
    for (let step = 0, last: typeof row | undefined = row; last && step < maxSteps; step++) {
      if (seen.has(last.sha256)) break
      seen.add(last.sha256)
      if (last.is_authority === 1) (last.source === 'discovered' ? met : trusted).push(derOf(last))
      last = await findIssuerInStore(db, last)
    }
  }
  return { trusted, met }
}

/** Stores the observations of a host that responded. */
export async function storeCheck(
  transaction: Transaction<KeyTables>,
  { host, port, address, protocols, presented }: Assessed,
  reports: readonly HostReport[],
  at: number,
) {
  const columns = {
    address,
    protocols: JSON.stringify(protocols),
    key_kinds: JSON.stringify(Object.fromEntries(presented.map(({ kind, result }) => [kind, result]))),
    checked_at: at,
    tried_at: at,
    failure: null,
  }
  await transaction
    .insertInto('key_tls_host')
    .values({ host, port, ...columns })
    .onConflict((conflict) => conflict.columns(['host', 'port']).doUpdateSet(columns))
    .execute()
  // If a test had no result, previous observations are kept.
  const isWhole = presented.every(({ result }) => result !== 'unknown')
  if (isWhole || reports.length > 0) await forgetShown(transaction, { host, port })
  for (const report of reports) {
    await transaction
      .insertInto('key_tls_host_certificate')
      .values({ host, port, sha256: report.sha256, report: JSON.stringify(report), seen_at: at })
      .execute()
  }
}

export const forgetShown = (transaction: Kysely<KeyTables>, { host, port }: Target) =>
  transaction.deleteFrom('key_tls_host_certificate').where('host', '=', host).where('port', '=', port).execute()

/** Records a failed check of a known host; unknown hosts are not stored. */
export async function storeFailures(db: Kysely<KeyTables>, failures: readonly Failed[]) {
  if (failures.length === 0) return
  const tried_at = Date.now()
  await db.transaction().execute(async (transaction) => {
    for (const { host, port, message: failure } of failures) {
      const known = await transaction
        .selectFrom('key_certificate_place')
        .select('host')
        .where('host', '=', host)
        .where('port', '=', port)
        .executeTakeFirst()
      const seen = { tried_at, failure: failure.slice(0, 500) }
      if (!known) {
        await transaction
          .updateTable('key_tls_host')
          .set(seen)
          .where('host', '=', host)
          .where('port', '=', port)
          .execute()
        continue
      }
      await transaction
        .insertInto('key_tls_host')
        .values({ host, port, address: null, protocols: null, key_kinds: null, checked_at: null, ...seen })
        .onConflict((conflict) => conflict.columns(['host', 'port']).doUpdateSet(seen))
        .execute()
    }
  })
}
