import { getServerProperties } from '#contract/desktop/server.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Input } from '#contract/endpoint.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import type { Problem } from '#contract/problem.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { pageBaseThere, type PageBaseThere } from '#platform/upstream/page-base.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { Asked, Asker } from './ask.ts'

/** Results that require a credential. */
export type CloserLook = {
  /** The request that verified the credential. */
  own?: Asked
  /** Sample records, compared with the references. */
  records: Asked[]
  pages?: PageBaseThere<Asked>
}
type Asking = { upstream: Upstream; bearer: Bearer | undefined; ask: Asker }

export async function lookCloser(first: Asked, { upstream, bearer, ask }: Asking): Promise<CloserLook> {
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

async function deviceRecords(list: Asked, bearer: Bearer, ask: Asker): Promise<Asked[]> {
  const [device] = rowsIn(list)
  const id = device && 'device_id' in device ? String(device.device_id) : undefined
  return id === undefined ? [list] : [list, await ask(getDevice, { device_id: id }, { bearer })]
}

async function computerRecords({ dialect }: Upstream, bearer: Bearer, ask: Asker) {
  const asked: Asked[] = []
  const askList = async (input: Input<typeof listComputers>) => {
    const one = await ask(listComputers, input, { bearer, dialect: { ...dialect, pageBase: 0 } })
    asked.push(one)
    return one
  }
  const pages = await pageBaseThere(listComputers, {}, askList)
  return { asked, pages, records: asked.filter(({ problem }) => !problem).slice(0, 1) }
}

const rowsIn = ({ value }: Asked): readonly object[] => {
  const { rows } = (value ?? {}) as { rows?: readonly object[] }
  return rows ?? []
}
