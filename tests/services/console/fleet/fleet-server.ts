// A server of devices that a test controls: lists with or without delta-tokens, limits, failures.
import type { JsonObject } from '#contract/json.ts'
import type { Proxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'

export function fleetServer({ mdm }: Proxy) {
  const devices = new Map<string, JsonObject>()
  const changes: string[] = []
  const server = {
    devices,
    /** Requests per kind. */
    asked: { lists: 0, deltas: 0, records: 0 },
    hasDeltas: true,
    /** Whether it has single devices beside the list. */
    hasRecords: true,
    /** Devices in the list without a record. */
    vanished: new Set<string>(),
    /** Every request is answered so. */
    refusal: undefined as { status: number; code: string; retryAfter?: number } | undefined,
    /** Devices whose record cannot be read. */
    broken: new Set<string>(),
    /** Records are answered once it is resolved. */
    recordsFrom: undefined as Promise<void> | undefined,
    /** How many devices the bearer of a credential sees. */
    sees: (_credential: string) => Infinity,
    /** Whose credential it does not take. */
    refuses: (_credential: string) => false,
    /** Tokens before this one are not taken any more. */
    firstToken: 0,
    put: (id: string, more: JsonObject = {}) => {
      devices.set(id, { ...devices.get(id), device_id: id, device_name: `Till ${id}`, is_removed: false, ...more })
      changes.push(id)
    },
    remove: (id: string) => void devices.delete(id),
  }
  mdm.answer(({ url, headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://server.test')
    const { refusal, asked } = server
    if (refusal) {
      if (refusal.retryAfter !== undefined) response.setHeader('retry-after', String(refusal.retryAfter))
      return json(response, { error_code: refusal.code, error_description: 'Not now' }, refusal.status)
    }
    if (server.refuses(headers.authorization ?? '')) return json(response, { error_code: 'COM0015' }, 401)
    if (!pathname.startsWith('/api/v1/devices')) return json(response, { error_code: 'COM0008' }, 404)
    const id = pathname.split('/')[4]
    if (id !== undefined) {
      asked.records += 1
      if (server.recordsFrom) return void server.recordsFrom.then(() => json(response, devices.get(id) ?? {}))
      const device = devices.get(id)
      if (!device || !server.hasRecords || server.vanished.has(id))
        return json(response, { error_code: 'COM0008', error_description: 'Unknown' }, 404)
      return server.broken.has(id) ? json(response, 'no JSON at all') : json(response, device)
    }
    const since = searchParams.get('delta-token')
    const [limit, offset] = [Number(searchParams.get('limit') ?? 50), Number(searchParams.get('offset') ?? 0)]
    if (limit > 1) asked[since === null ? 'lists' : 'deltas'] += 1
    if (since !== null && Number(since) < server.firstToken) {
      return json(response, { error_code: 'COM0021', error_description: 'Invalid delta token' }, 400)
    }
    const wanted = since === null ? [...devices.keys()] : [...new Set(changes.slice(Number(since)))]
    const rows = wanted.flatMap((one) => summaryOf(devices.get(one)))
    const total = Math.min(rows.length, server.sees(headers.authorization ?? ''))
    return json(response, {
      devices: rows.slice(offset, offset + limit),
      metadata: { total_record_count: total },
      ...(server.hasDeltas && { 'delta-token': String(changes.length) }),
    })
  })
  return server
}

/** Lists carry less than the record. */
const summaryOf = (device: JsonObject | undefined): JsonObject[] => {
  if (!device) return []
  const { device_id = '', device_name = '', is_removed = false, user = null } = device
  return [{ device_id, device_name, is_removed, ...(user !== null && { user }) }]
}
