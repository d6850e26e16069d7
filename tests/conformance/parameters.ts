import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { originOf, origins } from '#contract/origin.ts'
import type { CallResult } from '#services/console/connections/health/connection-caller.ts'
import type { Check } from './finding.ts'
import { listed } from './finding.ts'
import { alsoNeeded, inputFor, type Seen } from './inputs.ts'
import { identitiesIn, isList, recordsIn } from './records.ts'
import type { Server } from './server.ts'

/** Parameters that a reference states, or whose values only the server can give. */
const stated = new Set(['page', 'pagelimit', 'searchtype', 'searchcolumn', 'searchvalue', 'skip-token', 'delta-token'])

type Outcome = 'works' | 'refused' | 'ignored' | 'cannot be told'
type Probe = { endpoint: Endpoint; name: string; schema: z.ZodMiniType; asked: CallResult; server: Server; seen: Seen }

/** Parameters of lists that no reference states: whether the server takes them, or has to be spared them. */
export async function checkParameters(
  answers: ReadonlyMap<Endpoint, CallResult>,
  seen: Seen,
  server: Server,
): Promise<Check> {
  const results = new Map<string, Outcome>()
  const lists = [...answers]
    .filter(([endpoint, { value }]) => endpoint.encoding === 'query' && isList(value) && !alsoNeeded[endpoint.id])
    .toSorted(([one], [other]) => origins.indexOf(originOf(one)) - origins.indexOf(originOf(other)))
  for (const [endpoint, asked] of lists) {
    for (const [name, schema] of parametersOf(endpoint)) {
      const known = results.get(name)
      if (known !== undefined && known !== 'cannot be told') continue
      results.set(name, await outcomeOf({ endpoint, name, schema, asked, server, seen }))
    }
  }
  return checkOf(
    results,
    [...answers.values()].some(({ value }) => isList(value)),
  )
}

function checkOf(results: ReadonlyMap<string, Outcome>, isAnswered: boolean): Check {
  const name = 'Parameters that no reference states'
  const having = (outcome: Outcome) => [...results].filter(([, one]) => one === outcome).map(([one]) => one)
  const [refused, ignored] = [having('refused'), having('ignored')]
  const omits = [...refused, ...ignored].toSorted()
  if (!isAnswered) return { name, result: 'not checked', text: 'No list was answered' }
  if (results.size === 0) return { name, result: 'as stated', text: 'None are sent to lists of this service' }
  if (refused.length + ignored.length === 0) return { name, result: 'as stated', text: `${results.size} are accepted` }
  const text = [
    ...(refused.length > 0 ? [`refused: ${listed(refused)}`] : []),
    ...(ignored.length > 0 ? [`ignored: ${listed(ignored)}`] : []),
  ].join('; ')
  return { name, result: 'differs', text, ...(omits.length > 0 && { mendedBy: { omits } }) }
}

function parametersOf({ input, path }: Endpoint): [string, z.ZodMiniType][] {
  const shape = input instanceof z.ZodMiniObject ? (input.shape as Record<string, z.ZodMiniType>) : {}
  return Object.entries(shape).filter(
    ([name, schema]) => !stated.has(name) && !path.includes(`{${name}}`) && z.safeDecode(schema, undefined).success,
  )
}

const nonsense = ['triptych-no-such-value', '98765', '1', 'true']

async function outcomeOf(probe: Probe): Promise<Outcome> {
  if (probe.name === 'sort') return sortOutcome(probe)
  const { schema, asked } = probe
  const choice = optionsOf(schema)[0]
  const value = choice ?? nonsense.find((one) => z.safeDecode(schema, one).success)
  if (value === undefined) return 'cannot be told'
  const answer = await askWith(probe, value)
  if (answer.problem) return refusalOf(probe, answer)
  if (choice !== undefined || value === 'true' || isNumber(schema)) return 'works'
  const [before, after] = [identitiesIn(asked.value), identitiesIn(answer.value)]
  if (before.length === 0) return 'cannot be told'
  return after.length > 0 && after.join() === before.join() ? 'ignored' : 'works'
}

/** Numbers are bounds and counts, which any value may fit. */
const isNumber = (schema: z.ZodMiniType) => ['triptych', '1,2'].every((one) => !z.safeDecode(schema, one).success)

/** A value that no row has may be refused for itself: one that a row has tells whether it is the parameter. */
async function refusalOf(probe: Probe, { problem }: CallResult): Promise<Outcome> {
  if (!problem || problem.status >= 500 || [401, 403, 429].includes(problem.status)) return 'cannot be told'
  const real = realValue(probe)
  if (real === undefined) return 'refused'
  const second = await askWith(probe, real)
  return second.problem ? 'refused' : 'works'
}

function realValue({ name, asked, schema }: Probe): string | undefined {
  const values = recordsIn(asked.value).map((row) => row[name])
  return values
    .filter((value) => ['string', 'number', 'bigint'].includes(typeof value))
    .map(String)
    .find((value) => z.safeDecode(schema, value).success)
}

/** The same rows in both orders, although they differ in what they are sorted by. */
async function sortOutcome(probe: Probe): Promise<Outcome> {
  const columns = optionsOf(probe.schema).filter((name) => !name.startsWith('-'))
  const column = columns.find((name) => valuesOf(probe.asked, name).size > 1) ?? columns[0]
  if (column === undefined) return 'cannot be told'
  const [up, down] = [await askWith(probe, column), await askWith(probe, `-${column}`)]
  if (up.problem ?? down.problem) return refusalOf(probe, up.problem ? up : down)
  if (valuesOf(up, column).size < 2) return 'cannot be told'
  return identitiesIn(up.value).join() === identitiesIn(down.value).join() ? 'ignored' : 'works'
}
const valuesOf = ({ value }: CallResult, name: string) => new Set(recordsIn(value).map((row) => row[name]))

const optionsOf = (schema: z.ZodMiniType): string[] => {
  const inner = schema instanceof z.ZodMiniOptional ? (schema.def.innerType as z.ZodMiniType) : schema
  return inner instanceof z.ZodMiniEnum ? inner.options.map(String) : []
}

function askWith({ endpoint, name, server, seen }: Probe, value: string): Promise<CallResult> {
  const wanted = inputFor(endpoint, seen)
  return server.ask(endpoint, { ...('input' in wanted ? wanted.input : {}), [name]: value })
}
