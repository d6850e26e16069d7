import type { findCertificates } from '#contract/console/certificate-list.ts'
import type { Input } from '#contract/endpoint.ts'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
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
import { byAnnotations, type Criteria, listInMemory, type OfAnnotations } from './list-in-memory.ts'
import { mentionSearch, wordSearch } from './search-texts.ts'

type Query = Input<typeof findCertificates>

const choices = ['issuer', 'by', 'state', 'reason', 'origin', 'use']
const dayMs = 86_400_000

/** The certificate inventory with revocations and deployments. */
export function certificateList(now: number) {
  const inventory = collectInventory(now)
  const issued: IssuedRow[] = []
  const deployments: DeploymentRow[] = []
  let rows: InventoryRow[] = []
  let page: ReturnType<typeof listInMemory<InventoryRow>> | undefined
  let searches = searchesOf([])
  return {
    addListed: (rows: readonly Listed[]) => inventory.add(rows),
    addIssued: (rows: readonly IssuedRow[]) => void issued.push(...rows),
    addDeployments: (rows: readonly DeploymentRow[]) => void deployments.push(...rows),
    /** Which of both the server reports. */
    complete: (isTold: { issued: boolean; deployments: boolean }) => {
      const revocations = revocationsOf(isTold.issued ? issued : undefined)
      rows = inventory.rows(revocations, isTold.deployments ? deployments : undefined)
      searches = searchesOf(rows)
      page = listInMemory({ rows, columns: inventoryColumns, choices, counts, searches: Object.values(searches) })
    },
    prepare: () => page?.prepare() ?? false,
    page: ({ among, sortValues, ...query }: Query & OfAnnotations) =>
      page?.(query, {
        ...criteriaOf(query, now, searches),
        ...byAnnotations({ among, sortValues }, identifiersOf.certificate),
      }),
    issuers: ({ id, issuer }: { id: string; issuer: string }) => chainOf(id, issuer, rows),
  }
}

/** Ports are excluded from look-ups. */
const lookupTexts = ({ name, dnsName, email, places }: InventoryRow) => [
  name,
  dnsName,
  email,
  ...places.map((place) => place.replace(/:\d+$/, '')),
]

const searchesOf = (rows: readonly InventoryRow[]) => ({
  words: wordSearch(rows, inventoryTexts),
  mentions: mentionSearch(rows, lookupTexts),
})

const isConcern = {
  expiring: ({ expiry: { state } }: InventoryRow) => state === 'expired' || state === 'soon',
  weak: ({ expiry: { state }, weaknesses }: InventoryRow) => weaknesses.length > 0 && state !== 'expired',
}

const counts: Criteria<InventoryRow>['counts'] = {
  ...Object.fromEntries(periods.map((period) => [period, (row: InventoryRow) => periodOf(row) === period])),
  ...Object.fromEntries(groups.map((group) => [group, (row: InventoryRow) => isIn(group, row)])),
}

type Test = Criteria<InventoryRow>['where']
const asked = <T>(value: T | undefined, test: (value: T) => Test): Test[] => (value === undefined ? [] : [test(value)])

function criteriaOf(
  query: Query,
  now: number,
  { words, mentions }: ReturnType<typeof searchesOf>,
): Criteria<InventoryRow> {
  const { origin = 'any', deployed = 'any', group = 'all', period } = query
  const wanted = query.mentions === undefined ? undefined : foldedText(query.mentions)
  const tests: Test[] = [
    ...asked(query.id, (id) => (row) => row.id === id),
    ...asked(query.name, (name) => (row) => row.name === name),
    ...asked(
      query.places && new Set(query.places.map((place) => place.toLowerCase())),
      (places) => (row) => row.places.some((place) => places.has(place.toLowerCase())),
    ),
    ...asked(query.person, (person) => {
      const mayBe = [person.name, person.mail].filter((text) => text !== undefined).map(words)
      return (row, at) =>
        mayBe.some((test) => test(row, at)) &&
        [row.name, row.dnsName, row.email].some((text) => isSamePerson(person, text, text))
    }),
    ...asked(wanted, mentions),
    ...asked(query.concern, (concern) => isConcern[concern]),
    ...asked(query.days, (days) => {
      const before = now + Number(days) * dayMs
      return (row) => row.expiry.at !== undefined && row.expiry.at.getTime() < before
    }),
    ...asked(query.bits, (bits) => (row) => row.bits === bits),
    ...asked(query.algorithm, (algorithm) => (row) => isSignatureMeant(algorithm, row.algorithm)),
    ...asked(query.states, (states) => (row) => states.includes(row.revocation.state)),
    ...(origin === 'any' ? [] : [(row: InventoryRow) => isFrom(origin, row)]),
    ...(deployed === 'any' ? [] : [(row: InventoryRow) => isDeployed(deployed, row)]),
    ...asked(query.search, words),
  ]
  return {
    where: (row, at) => tests.every((test) => test(row, at)),
    within: (row) => (group === 'all' || isIn(group, row)) && (period === undefined || periodOf(row) === period),
    counts,
    ...(wanted !== undefined && { rank: (row: InventoryRow) => rankOf(lookupTexts(row), wanted) ?? Infinity }),
  }
}
