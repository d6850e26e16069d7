import type { OtherMeasure } from '#contract/console/trend/measures.ts'
import { getComputerSummary, listComputers } from '#contract/desktop/som.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { collectInventory, type InventoryRow, isIn, periodOf } from '#contract/keys/rules/inventory.ts'
import { type IssuedRow, revocationsOf } from '#contract/keys/rules/revocation-state.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import { instantOf } from '#contract/time.ts'
import { call } from '#platform/upstream/call.ts'
import { type ListCaller, readList } from '#services/console/read-list.ts'

type Numbers = { measure: OtherMeasure; value: number }[]

const dayMs = 86_400_000

export async function takeDesktops({ upstream, bearer, signal }: ListCaller): Promise<Numbers> {
  const asked = { upstream, secret: bearer.value, signal, origin: bearer.origin }
  const summary = await call(getComputerSummary, {}, asked).catch(unlessMissing)
  // Servers without a summary report the total in the list.
  const total = summary ? summary.total_computers : (await call(listComputers, { page: 0, pagelimit: 1 }, asked)).total
  const { installation_summary, computer_live_summary } = summary ?? {}
  const said: Partial<Record<OtherMeasure, number | undefined>> = {
    'desktops.all': total,
    'desktops.failed': installation_summary?.failed,
    'desktops.without-agent': installation_summary?.yet_to_install,
    'desktops.down': computer_live_summary?.down,
  }
  return Object.entries(said).flatMap(([measure, value]) =>
    value === undefined ? [] : [{ measure: measure as OtherMeasure, value }],
  )
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined
  throw error
}

/** Counted as in the linked lists: revoked certificates need no renewal. */
const certificates: Partial<Record<OtherMeasure, (row: InventoryRow) => boolean>> = {
  'certificates.all': () => true,
  'certificates.expired': (row) => mayBeRenewed(row) && periodOf(row) === 'expired',
  'certificates.week': (row) => mayBeRenewed(row) && periodOf(row) === 'week',
  'certificates.month': (row) => mayBeRenewed(row) && periodOf(row) === 'month',
  'certificates.quarter': (row) => mayBeRenewed(row) && periodOf(row) === 'quarter',
  'certificates.weak': (row) => isIn('weak', row),
  'certificates.rsa-2048': ({ bits }) => bits === '2048',
}
const mayBeRenewed = ({ revocation }: InventoryRow) => revocation.state !== 'revoked'

export async function takeCertificates(asking: ListCaller, now: number): Promise<Numbers> {
  const inventory = collectInventory(now)
  await readList(asking, listCertificates, {}, (rows) => inventory.add(rows))
  const rows = inventory.rows(revocationsOf(await issuedOf(asking)))
  return Object.entries(certificates).map(([measure, holds]) => ({
    measure: measure as OtherMeasure,
    value: rows.filter(holds).length,
  }))
}

/** An extension: other servers do not report revocations. */
async function issuedOf(asking: ListCaller): Promise<IssuedRow[] | undefined> {
  const issued: IssuedRow[] = []
  try {
    await readList(asking, listIssued, {}, (rows) => void issued.push(...rows))
    return issued
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_OFFERED') return undefined
    throw error
  }
}

export async function takeSshKeys(asking: ListCaller, now: number): Promise<Numbers> {
  let all = 0
  const ages: number[] = []
  await readList(asking, listSshKeys, {}, (rows) => {
    all += rows.length
    for (const { CreationTime } of rows) {
      const at = instantOf(CreationTime)
      if (at) ages.push((now - at.getTime()) / dayMs)
    }
  })
  const older = (days: number) => ages.filter((age) => age >= days).length
  return [
    { measure: 'ssh-keys.all', value: all },
    { measure: 'ssh-keys.quarter', value: older(90) },
    { measure: 'ssh-keys.year', value: older(365) },
  ]
}
