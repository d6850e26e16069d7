import { getServerProperties } from '#contract/desktop/server.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Input } from '#contract/endpoint.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import type { Problem } from '#contract/problem.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { detectPageBase, type DetectedPageBase } from '#platform/upstream/page-base.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { CallResult, ConnectionCaller } from './connection-caller.ts'

/** Results that require a credential. */
export type DetailedObservations = {
  /** The request that verified the credential. */
  own?: CallResult
  /** Sample records, compared with the references. */
  records: CallResult[]
  pages?: DetectedPageBase<CallResult>
}
type CheckContext = { upstream: Upstream; bearer: Bearer | undefined; ask: ConnectionCaller }

export async function observeDetails(
  first: CallResult,
  { upstream, bearer, ask }: CheckContext,
): Promise<DetailedObservations> {
  if (!bearer) return { records: [] }
  if (upstream.service === 'keys') return { own: first, records: [] }
  if (upstream.service === 'mdm') return { own: first, records: await deviceRecords(first, bearer, ask) }
  const properties = await ask(getServerProperties, {}, { bearer })
  const { problem } = properties
  if (problem && !isMissing(problem)) return { own: properties, records: [] }
  const { asked, ...records } = await computerRecords(upstream, bearer, ask)
  if (!problem) return { own: properties, ...records }
  // Falls back to documented operations.
  const [listed] = asked
  const isAnswer = listed && (!listed.problem || listed.problem.status === 401)
  return isAnswer ? { own: listed, ...records } : { own: properties, records: [] }
}

const isMissing = ({ status, code }: Problem) =>
  [404, 405, 410, 501].includes(status) || code === 'NOT_OFFERED' || code === '10022'

async function deviceRecords(list: CallResult, bearer: Bearer, ask: ConnectionCaller): Promise<CallResult[]> {
  const [device] = rowsIn(list)
  const id = device && 'device_id' in device ? String(device.device_id) : undefined
  return id === undefined ? [list] : [list, await ask(getDevice, { device_id: id }, { bearer })]
}

async function computerRecords({ dialect }: Upstream, bearer: Bearer, ask: ConnectionCaller) {
  const asked: CallResult[] = []
  const readPage = async (input: Input<typeof listComputers>) => {
    const one = await ask(listComputers, input, { bearer, dialect: { ...dialect, pageBase: 0 } })
    asked.push(one)
    return one
  }
  const pages = await detectPageBase(listComputers, {}, readPage)
  return { asked, pages, records: asked.filter(({ problem }) => !problem).slice(0, 1) }
}

const rowsIn = ({ value }: CallResult): readonly object[] => {
  const { rows } = (value ?? {}) as { rows?: readonly object[] }
  return rows ?? []
}
