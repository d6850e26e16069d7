import type { discoveryRows } from '#contract/keys/discovery.ts'
import type { HostResult } from '#contract/keys/result.ts'
import { Refusal } from '#crypto/refusal.ts'
import { storeFailures } from '#services/keys/hosts/store-check.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { Handlers } from '#services/router.ts'
import { addressesBetween } from './address-range.ts'
import { findingCollector } from './found-certificates.ts'
import { readTimeout } from './deadline.ts'
import { readHostFile } from './host-file.ts'
import type { Failed, Found } from './scanner.ts'
import { readHost, readPort, type Target } from './target.ts'
import { weaknessWatch } from './weakness-watch.ts'

type Job = {
  /** Searched targets, for the audit. */
  where: string
  targets: readonly Target[]
  timeoutSeconds: number
}
type Result = Found | Failed

/**
 * sslCertSingleDiscovery, sslCertRangeDiscovery, sslCertFileBasedDiscovery: adds certificates of TLS hosts to the
 * inventory.
 */
export function discoveryHandlers(parts: KeyManagement): Handlers<typeof discoveryRows, KeyCall> {
  const { audit, scanner } = parts
  const watch = weaknessWatch(parts)

  async function discover({ where, targets, timeoutSeconds }: Job, call: KeyCall): Promise<Result[]> {
    const { signal } = call
    const collector = findingCollector(parts, call)
    const counts = { answered: 0, silent: 0 }
    const onResult = (result: Result) => {
      counts[result.status === 'SUCCESS' ? 'answered' : 'silent']++
      if (result.status === 'SUCCESS') collector.add(result)
    }
    const told = async (what: string) => {
      const { kept } = await collector.finish()
      const { answered, silent } = counts
      await audit.note(call, `${what} of ${where}: ${answered} answered, ${silent} did not, ${kept} new certificates`)
    }
    try {
      const results = await scanner.discover(targets, { timeoutSeconds, onResult, ...(signal && { signal }) })
      await told('Discovery')
      await storeFailures(parts.db, results.filter(isFailed))
      watch.add(results.filter(isFound), { timeoutSeconds, username: call.username })
      return results
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'canceled') await told('Canceled discovery')
      throw error
    }
  }

  return {
    discoverHost: async ({ HOST, TIMEOUT, PORT }, call) => {
      const target = { host: readHost(HOST, 'HOST'), port: readPort(PORT, 'PORT') }
      const where = `${target.host} at port ${target.port}`
      const results = await discover({ where, targets: [target], timeoutSeconds: readTimeout(TIMEOUT) }, call)
      return results.map(({ status, message }) => ({ host: HOST, status, message })) // in the caller's spelling
    },

    discoverRange: async ({ StartIpAddress, EndIpAddress, TIMEOUT, PORT }, call) => {
      const port = readPort(PORT, 'PORT')
      const targets = addressesBetween(StartIpAddress, EndIpAddress).map((host) => ({ host, port }))
      const where = `${targets[0]?.host} to ${targets.at(-1)?.host} at port ${port}`
      return hostResults(await discover({ where, targets, timeoutSeconds: readTimeout(TIMEOUT) }, call))
    },

    discoverFromFile: async ({ FileName, TIMEOUT, File }, call) => {
      const { targets, errors } = readHostFile(File.bytes)
      const where = `${targets.length} hosts in the file “${printable(FileName)}”`
      const results = await discover({ where, targets, timeoutSeconds: readTimeout(TIMEOUT) }, call)
      const unread = errors.map(({ line, message }) => ({ host: `line ${line}`, status: 'FAILURE', message }))
      return [...hostResults(results), ...unread]
    },
  }
}

const isFound = (result: Result): result is Found => result.status === 'SUCCESS'
const isFailed = (result: Result): result is Failed => result.status === 'FAILURE'

/** Results are keyed by name: a host with several ports has its port in all names except the first. */
function hostResults(results: readonly Result[]): HostResult[] {
  const seen = new Set<string>()
  return results.map(({ host, port, status, message }) => {
    const name = seen.has(host) ? withPort(host, port) : host
    seen.add(host)
    return { host: name, status, message }
  })
}

const withPort = (host: string, port: number) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)

const printable = (name: string) => name.replace(/\p{Cc}/gu, '�')
