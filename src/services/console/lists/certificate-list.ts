import type { findCertificates } from '#contract/console/certificate-list.ts'
import type { Input } from '#contract/endpoint.ts'
import { inventoryColumns } from '#contract/keys/rules/inventory-columns.ts'
import {
  collectInventory,
  type DeploymentRow,
  groups,
  type InventoryRow,
  inventoryTexts,
  isDeployed,
  isIn,
  type Listed,
  periodOf,
  periods,
} from '#contract/keys/rules/inventory.ts'
import { chainOf } from '#contract/keys/rules/issuer-chain.ts'
import { isFrom } from '#contract/keys/rules/origin.ts'
import { type IssuedRow, revocationsOf } from '#contract/keys/rules/revocation-state.ts'
import { isSignatureMeant } from '#contract/keys/rules/signature-spelling.ts'
import { isSamePerson } from '#contract/same-person.ts'
import { foldedText, rankOf } from '#contract/text-rank.ts'
import { type Criteria, hasWords, listInMemory } from './list-in-memory.ts'

type Query = Input<typeof findCertificates>

const choices = ['issuer', 'by', 'state', 'reason', 'origin', 'use']
const dayMs = 86_400_000

/** The inventory, with what our authorities say of it. */
export function certificateList(now: number) {
  const inventory = collectInventory(now)
  const issued: IssuedRow[] = []
  const deployments: DeploymentRow[] = []
  let rows: InventoryRow[] = []
  let page: ReturnType<typeof listInMemory<InventoryRow>> | undefined
  return {
    addListed: (rows: readonly Listed[]) => inventory.add(rows),
    addIssued: (rows: readonly IssuedRow[]) => void issued.push(...rows),
    addDeployments: (rows: readonly DeploymentRow[]) => void deployments.push(...rows),
    /** Which of both the server tells. */
    complete: (isTold: { issued: boolean; deployments: boolean }) => {
      const revocations = revocationsOf(isTold.issued ? issued : undefined)
      rows = inventory.rows(revocations, isTold.deployments ? deployments : undefined)
      page = listInMemory({ rows, columns: inventoryColumns, choices })
    },
    page: (query: Query) => page?.(query, criteriaOf(query, now)),
    issuers: ({ id, issuer }: { id: string; issuer: string }) => chainOf(id, issuer, rows),
  }
}

/** A port is no part of what somebody looks up. */
const lookupTexts = ({ name, dnsName, email, places }: InventoryRow) => [
  name,
  dnsName,
  email,
  ...places.map((place) => place.replace(/:\d+$/, '')),
]

const isConcern = {
  expiring: ({ expiry: { state } }: InventoryRow) => state === 'expired' || state === 'soon',
  weak: ({ expiry: { state }, weaknesses }: InventoryRow) => weaknesses.length > 0 && state !== 'expired',
}

const counts: Criteria<InventoryRow>['counts'] = {
  ...Object.fromEntries(periods.map((period) => [period, (row: InventoryRow) => periodOf(row) === period])),
  ...Object.fromEntries(groups.map((group) => [group, (row: InventoryRow) => isIn(group, row)])),
}

function criteriaOf(query: Query, now: number): Criteria<InventoryRow> {
  const {
    search = '',
    id,
    name,
    person,
    mentions,
    concern,
    states,
    origin = 'any',
    deployed = 'any',
    days,
    bits,
    algorithm,
    group = 'all',
    period,
  } = query
  const isFound = hasWords(search, inventoryTexts)
  const places = query.places && new Set(query.places.map((place) => place.toLowerCase()))
  const wanted = mentions === undefined ? undefined : foldedText(mentions)
  const before = days === undefined ? undefined : now + Number(days) * dayMs
  return {
    where: (row) =>
      (id === undefined || row.id === id) &&
      (name === undefined || row.name === name) &&
      (places === undefined || row.places.some((place) => places.has(place.toLowerCase()))) &&
      (person === undefined || [row.name, row.dnsName, row.email].some((text) => isSamePerson(person, text, text))) &&
      (wanted === undefined || rankOf(lookupTexts(row), wanted) !== undefined) &&
      (concern === undefined || isConcern[concern](row)) &&
      (before === undefined || (row.expiry.at !== undefined && row.expiry.at.getTime() < before)) &&
      (bits === undefined || row.bits === bits) &&
      (algorithm === undefined || isSignatureMeant(algorithm, row.algorithm)) &&
      (states === undefined || states.includes(row.revocation.state)) &&
      isFrom(origin, row) &&
      isDeployed(deployed, row) &&
      isFound(row),
    within: (row) => isIn(group, row) && (period === undefined || periodOf(row) === period),
    counts,
    ...(wanted !== undefined && { rank: (row: InventoryRow) => rankOf(lookupTexts(row), wanted) ?? Infinity }),
  }
}
