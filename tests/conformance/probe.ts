import type { Dialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fromResponse, fromWireInput, toRequest } from '#contract/http/http.ts'
import { type JsonObject, isJsonObject } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { findPageBase } from '#platform/upstream/page-base.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'
import { type Upstream } from '#platform/upstream/upstream.ts'
import { type Differences, differencesIn } from '#proxy/connections/health/differences.ts'
import { remediesFor } from '#proxy/connections/health/remedies.ts'
import { inputFor, type Seen } from './inputs.ts'

export type Finding = { endpoint: Endpoint } & (
  | { outcome: 'fits' | 'differs'; differences: Differences; milliseconds: number; notes: string[] }
  | { outcome: 'fails'; why: string; remedy?: Partial<Dialect> }
  | { outcome: 'skipped'; missing: string }
)

type Ask = (endpoint: Endpoint, input: JsonObject, speaks?: Dialect) => Promise<unknown>

/** Asks every row of one server; what one row answers is what others are asked about. */
export async function probe(
  rows: readonly Endpoint[],
  upstream: Upstream,
  token: string | undefined,
): Promise<Finding[]> {
  const ask: Ask = async (endpoint, input, given) => {
    const clean = fromWireInput(endpoint, input)
    const { signal } = new AbortController()
    if (!given) await findPageBase(endpoint, clean, { upstream, secret: token, signal, origin: undefined })
    const speaks = given ?? upstream.dialect
    const answer = await upstream.request(endpoint, toRequest(endpoint, clean, speaks), token, signal)
    const problem = problemIn(upstream.service, answer, endpoint.responseType)
    if (problem) throw problem
    const { status, headers, text: body, bytes } = answer
    return fromResponse(endpoint, { status, headers, body, ...(endpoint.responseType === 'file' && { bytes }) }, speaks)
  }
  const seen: Seen = new Map()
  const findings = new Map<Endpoint, Finding>()
  for (let before = -1; findings.size > before;) {
    before = findings.size
    for (const endpoint of rows.filter((one) => !findings.has(one))) {
      const wanted = inputFor(endpoint, seen)
      if ('input' in wanted) findings.set(endpoint, await findingOf(endpoint, wanted.input, ask, upstream, seen))
    }
  }
  return rows.map(
    (endpoint) => findings.get(endpoint) ?? { endpoint, outcome: 'skipped', ...missingOf(inputFor(endpoint, seen)) },
  )
}

const missingOf = (wanted: ReturnType<typeof inputFor>) => ({ missing: 'missing' in wanted ? wanted.missing : '' })

async function findingOf(
  endpoint: Endpoint,
  input: JsonObject,
  ask: Ask,
  upstream: Upstream,
  seen: Seen,
): Promise<Finding> {
  const start = performance.now()
  try {
    const value = await ask(endpoint, input)
    const milliseconds = performance.now() - start
    seen.set(endpoint.id, recordsIn(value))
    const differences = differencesIn(endpoint.output, value)
    const notes = await pagingNotes(endpoint, input, ask, upstream)
    const fits = differences.mistyped.size === 0 && differences.unknown.size === 0 && notes.length === 0
    return { endpoint, outcome: fits ? 'fits' : 'differs', differences, milliseconds, notes }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const remedy = await remedyFor(endpoint, input, ask, upstream)
    return {
      endpoint,
      outcome: 'fails',
      why: `${error.status} ${error.code}: ${error.message}`,
      ...(remedy && { remedy }),
    }
  }
}

async function remedyFor(endpoint: Endpoint, input: JsonObject, ask: Ask, upstream: Upstream) {
  for (const remedy of remediesFor(upstream)) {
    const succeeds = await ask(endpoint, input, { ...upstream.dialect, ...remedy }).then(
      () => true,
      () => false,
    )
    if (succeeds) return remedy
  }
  return undefined
}

/** A first page that equals the second one: that server counts pages in another way. */
async function pagingNotes(endpoint: Endpoint, input: JsonObject, ask: Ask, { dialect }: Upstream): Promise<string[]> {
  if (endpoint.pageIndex === undefined) return []
  const idsOf = async (page: string) =>
    JSON.stringify(recordsIn(await ask(endpoint, { ...input, [endpoint.pageIndex ?? '']: page, pagelimit: '2' })))
  const [first, second] = [await idsOf('0'), await idsOf('1')]
  if (first !== second || first === '[]') return []
  const other = dialect.pageBase === 0 ? 1 : 0
  return [`pages 0 and 1 are the same: pageBase: ${other} would mend it`]
}

const recordsIn = (value: unknown): JsonObject[] => {
  if (typeof value !== 'object' || value === null) return []
  const { rows } = value as { rows?: JsonObject[] }
  return Array.isArray(rows) ? rows.slice(0, 20).filter((row) => isJsonObject(row)) : [value as JsonObject]
}
