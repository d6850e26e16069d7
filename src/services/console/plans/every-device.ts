import { setImmediate as otherWork } from 'node:timers/promises'
import type { Input } from '#contract/endpoint.ts'
import { type DeviceSummary, type listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { type Page, skipTokenOf } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import { textOf } from '#contract/words/value-text.ts'

export type Paging = Pick<Input<typeof listDevices>, 'limit' | 'offset' | 'skip-token'>

/**
 * All devices of a list, each once: by skip-token if the server sends them, otherwise by offset. Throws if the server
 * does not list as many devices as it counts.
 */
export async function everyDevice(read: (paging: Paging) => Promise<Page<DeviceSummary>>): Promise<DeviceSummary[]> {
  const found = new Map<string, DeviceSummary>()
  let token: string | undefined
  for (let offset = 0; ;) {
    const before = found.size
    const from = token === undefined ? offset > 0 && { offset } : { 'skip-token': token }
    const { rows, total, next } = await read({ limit: pageLimit.max, ...from })
    for (const [at, device] of rows.entries()) found.set(keyOf(device) || `${offset + at}`, device)
    offset += rows.length
    await otherWork()
    const following = skipTokenOf(next)
    const hasMore = following !== undefined && following !== token
    const isWhole = total === undefined ? rows.length !== pageLimit.max : offset >= total
    // A server that ignores the offset returns no new device on its second page.
    const hasNew = found.size > before
    const isMissing = !hasNew && total !== undefined && found.size < total && (rows.length > 0 || !isWhole)
    if (isMissing) throw incomplete(found.size, total)
    if (!hasNew || (isWhole && !hasMore)) return [...found.values()]
    token = following
  }
}

const keyOf = ({ device_id, serial_number, udid }: DeviceSummary) =>
  textOf(device_id) || textOf(serial_number) || textOf(udid)

const incomplete = (listed: number, total: number) =>
  new Problem('UNEXPECTED_CONTENT', `The server lists ${listed} of ${total} devices`, { service: 'mdm' })
