import type { Endpoint } from '#contract/endpoint.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { isJsonObject, textOfJson, type JsonObject } from '#contract/json.ts'
import { listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { originOf } from '#contract/origin.ts'
import type { Problem } from '#contract/problem.ts'
import type { CallResult } from '#services/console/connections/health/connection-caller.ts'
import { remediesFor } from '#services/console/connections/health/remedies.ts'
import { envelopeOf } from './envelope.ts'
import { fieldsOf } from './fields.ts'
import type { Finding, Setting } from './finding.ts'
import { inputFor, type Seen } from './inputs.ts'
import { isList, recordsIn } from './records.ts'
import type { Server } from './server.ts'

/** What each operation answered, for the checks that come after. */
export type Probed = { findings: Finding[]; answers: Map<Endpoint, CallResult>; seen: Seen }

/** Calls operations that only read; what one of them answers is what others are asked about. */
export async function probe(endpoints: readonly Endpoint[], server: Server): Promise<Probed> {
  const seen: Seen = new Map()
  const answers = new Map<Endpoint, CallResult>()
  const findings = new Map<Endpoint, Finding>()
  for (let before = -1; findings.size > before;) {
    before = findings.size
    for (const endpoint of endpoints.filter((one) => !findings.has(one))) {
      if (isLeftOut(endpoint, server)) {
        findings.set(endpoint, leftOut(endpoint))
        continue
      }
      const wanted = inputFor(endpoint, seen)
      if (!('input' in wanted)) continue
      const asked = await server.ask(endpoint, wanted.input)
      answers.set(endpoint, asked)
      seen.set(endpoint.id, recordsIn(asked.value))
      const mended = asked.problem && (await otherWay(endpoint, wanted.input, server))
      const others = asked.problem ? [] : await moreRecords(endpoint, seen, server)
      findings.set(endpoint, findingOf(endpoint, asked, { others, mendedBy: mended }))
    }
  }
  const all = endpoints.map((endpoint) => findings.get(endpoint) ?? notTested(endpoint, inputFor(endpoint, seen)))
  return { findings: all, answers, seen }
}

const notTested = (endpoint: Endpoint, wanted: ReturnType<typeof inputFor>): Finding => ({
  endpoint,
  outcome: 'not tested',
  how: ['missing' in wanted ? `no other operation returned a ${wanted.missing} to ask for` : 'not called'],
  notes: [],
})

/** Operations that the connection, or what is proposed for it, says are not there: they are not asked for. */
export const isLeftOut = ({ id }: Endpoint, { dialect }: Server) => dialect.operations[id] === false
export const leftOut = (endpoint: Endpoint): Finding => ({
  endpoint,
  outcome: 'missing',
  how: ['not asked for, as "operations" says that the server does not have it'],
  notes: [],
})

type More = { others?: readonly unknown[]; mendedBy?: Setting | undefined }

export function findingOf(endpoint: Endpoint, asked: CallResult, { others = [], mendedBy }: More = {}): Finding {
  const { value, problem, answer } = asked
  const milliseconds = Math.round(asked.milliseconds)
  if (problem) {
    const { allow } = answer?.status === 405 ? answer.headers : {}
    const allowed = allow ? [`the server allows ${allow} at this path`] : []
    const how = [`${problem.status} ${problem.code}: ${problem.message}`, ...allowed]
    const outcome = isUnknown(problem) ? 'missing' : 'fails'
    const setting = mendedBy ?? (outcome === 'missing' ? withoutIt(endpoint) : undefined)
    return { endpoint, outcome, how, notes: [], milliseconds, ...(setting && { mendedBy: setting }) }
  }
  const fields = fieldsOf(endpoint, [value, ...others])
  const envelope = envelopeOf(endpoint, value, answer?.text ?? '')
  const names = { ...fields.names, ...envelope.names }
  const how = [...envelope.how, ...fields.how]
  const empty = isList(value) && value.rows.length === 0 && how.length === 0
  return {
    endpoint,
    outcome: how.length > 0 ? 'differs' : 'fits',
    how,
    notes: [...envelope.notes, ...fields.notes, ...(empty ? ['the list is empty: its fields were not compared'] : [])],
    milliseconds,
    ...(Object.keys(names).length > 0 && { mendedBy: { names } }),
  }
}

/** What a server lacks of the references is better not asked for; of what they do not state it is tried, and left alone then. */
export const withoutIt = (endpoint: Endpoint): Setting | undefined =>
  originOf(endpoint) === 'stated' ? { operations: { [endpoint.id]: false } } : undefined

const isUnknown = ({ status, code }: Problem) =>
  [404, 405, 501].includes(status) || code === '10022' || code === 'COM0001'

const moreDevices = 20

/** Devices of other platforms and models have other fields. */
async function moreRecords(endpoint: Endpoint, seen: Seen, server: Server): Promise<unknown[]> {
  if (endpoint.id !== getDevice.id) return []
  const many = (await server.ask(listDevices, { limit: String(pageLimit.max) })).value
  const rows = isList(many) ? many.rows.filter(isJsonObject) : (seen.get(listDevices.id) ?? [])
  const values: unknown[] = []
  for (const { device_id: id } of oneOfEachModel(rows).slice(0, moreDevices)) {
    if (typeof id === 'string') values.push((await server.ask(getDevice, { device_id: id })).value)
  }
  return values
}

/** The first of each model, then the second ones, and so on. */
function oneOfEachModel(rows: readonly JsonObject[]): JsonObject[] {
  const models = Map.groupBy(rows, ({ platform_type, model }) => textOfJson([platform_type ?? null, model ?? null]))
  const ranked = [...models.values()].flatMap((ofModel) => ofModel.map((row, place) => ({ row, place })))
  return ranked.toSorted((one, other) => one.place - other.place).map(({ row }) => row)
}

/** Some servers read INPUT_DATA of a POST elsewhere than the reference has it. */
async function otherWay(
  endpoint: Endpoint,
  input: Parameters<Server['ask']>[1],
  server: Server,
): Promise<Setting | undefined> {
  if (endpoint.encoding !== 'input-data' || endpoint.method !== 'POST') return undefined
  for (const remedy of remediesFor(server)) {
    if (!('inputData' in remedy)) continue
    const { problem } = await server.ask(endpoint, input, { ...server.dialect, ...remedy })
    if (!problem) return remedy
  }
  return undefined
}
