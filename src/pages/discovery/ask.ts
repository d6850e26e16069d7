import { call } from '#api/call.ts'
import { discoverFromFile, discoverHost, discoverRange } from '#contract/keys/discovery.ts'
import type { HostResult } from '#contract/keys/result.ts'
import { type Target, targetsInRange, usualPort } from './targets.ts'

/** One call for a slice: a host by itself, addresses in a row as a range, anything else as a file. */
export function askFor(timeoutSeconds: number) {
  const TIMEOUT = String(timeoutSeconds)
  return (targets: readonly Target[], signal: AbortSignal): Promise<HostResult[]> => {
    const [first] = targets
    const last = targets.at(-1)
    if (!first || !last) return Promise.resolve([])
    const PORT = String(first.port)
    if (targets.length === 1) return call(discoverHost, { HOST: first.host, TIMEOUT, PORT }, signal)
    if (areInARow(targets)) {
      return call(discoverRange, { StartIpAddress: first.host, EndIpAddress: last.host, TIMEOUT, PORT }, signal)
    }
    const lines = targets.map(({ host, port }) => `${host} ${port}\n`).join('')
    const File = { name: 'hosts.txt', bytes: new TextEncoder().encode(lines), type: 'text/plain' }
    return call(discoverFromFile, { FileName: File.name, TIMEOUT, PORT: usualPort, File }, signal)
  }
}

function areInARow(targets: readonly Target[]): boolean {
  const [first] = targets
  const last = targets.at(-1)
  if (!first || !last || targets.some(({ port }) => port !== first.port)) return false
  const range = targetsInRange(first.host, last.host, first.port)
  return (
    Array.isArray(range) && range.length === targets.length && range.every(({ host }, at) => host === targets[at]?.host)
  )
}
