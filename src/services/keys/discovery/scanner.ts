import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import type { ProtocolVersion } from '#crypto/tls-probe/protocol-version.ts'
import { canceled, Semaphore } from '#crypto/workers/semaphore.ts'
import { maxTargets } from './address-range.ts'
import type { AddressRules } from '#services/network/address-rules.ts'
import { forEachTarget } from './all-targets.ts'
import { certificateMessage } from './certificate-message.ts'
import type { Endpoint } from './conversation.ts'
import { timeoutMilliseconds, withinDeadline } from './deadline.ts'
import { failureText } from './failure.ts'
import { fetchChain, fetchChainOf, type FetchedChain, type KeyKind, keyKinds } from './fetch-chain.ts'
import { resolveHost, type Resolver, systemResolver } from '#services/network/resolve.ts'
import { isAddress, type Target } from './target.ts'
import { findVulnerabilities, type Protocols, type Vulnerabilities } from './vulnerabilities.ts'

export interface Failed extends Target {
  status: 'FAILURE'
  /** Readable reason. */
  message: string
}

/** Result of discovering a host. */
export interface Found extends Target {
  status: 'SUCCESS'
  /** Readable summary: name, expiry, and anomalies. */
  message: string
  /** Resolved address. */
  address: string
  /** Protocol used to read them; the host may support a newer one. */
  protocol: ProtocolVersion
  certificates: Der[]
}

/** Weaknesses of a host. */
export interface Assessed extends Target {
  status: 'SUCCESS'
  address: string
  vulnerabilities: Vulnerabilities
  protocols: Protocols
  presented: Presented[]
}

/** Certificates presented to clients with one key type only. */
export type Presented = { kind: KeyKind } & (
  | { result: 'certificate'; chain: FetchedChain }
  | { result: 'none' }
  | { result: 'unknown' }
)

export interface JobOptions<R> {
  timeoutSeconds: number
  /** Ends the job within two seconds with a refusal as `canceled`. */
  signal?: AbortSignal
  /** Called with each result, and the number of results so far. */
  onResult?: (result: R | Failed, done: number) => void
}

interface Look<R> {
  /** Time limit per host, as a multiple of TIMEOUT. */
  timeoutFactor: number
  at: (target: Target, endpoint: Endpoint, signal: AbortSignal, milliseconds: number) => Promise<R>
}

const jobsAtOnce = 2
const jobsWaiting = 8
const socketsPerJob = 64

/** Scans TLS hosts for certificates and weaknesses. Its limits apply to all callers together. */
export function tlsScanner(rules: AddressRules, resolve: Resolver = systemResolver) {
  const jobs = new Semaphore(jobsAtOnce, jobsWaiting)

  async function scan<R>(targets: readonly Target[], options: JobOptions<R>, look: Look<R>): Promise<(R | Failed)[]> {
    if (targets.length > maxTargets) {
      throw new Refusal('too-large', `${targets.length} hosts are too many; at most ${maxTargets} are allowed`)
    }
    await jobs.enter(options.signal)
    try {
      const { onResult = () => undefined } = options
      return await forEachTarget(targets, socketsPerJob, (target) => lookAt(target, options, look), onResult)
    } finally {
      jobs.leave()
    }
  }

  async function lookAt<R>(target: Target, { timeoutSeconds, signal }: JobOptions<R>, look: Look<R>) {
    const milliseconds = timeoutMilliseconds(timeoutSeconds)
    try {
      return await withinDeadline(milliseconds * look.timeoutFactor, signal, async (deadline) => {
        const address = await resolveHost(target.host, rules, resolve)
        deadline.throwIfAborted()
        const serverName = isAddress(target.host) ? undefined : target.host
        return look.at(target, { address, port: target.port, serverName }, deadline, milliseconds)
      })
    } catch (error) {
      if (signal?.aborted) throw canceled()
      return { ...target, status: 'FAILURE' as const, message: failureText(error) }
    }
  }

  return {
    /** Reads the certificates of each host. */
    discover: (targets: readonly Target[], options: JobOptions<Found>) => scan(targets, options, discovery),

    /** Detects the weaknesses of each host, with a dozen or more consecutive connections. */
    assess: (targets: readonly Target[], options: JobOptions<Assessed>) => scan(targets, options, assessment),
  }
}

const discovery: Look<Found> = {
  timeoutFactor: 1,
  async at(target, endpoint, signal) {
    const { certificates, protocol } = await fetchChain(endpoint, signal)
    const message = certificateMessage(target, certificates[0])
    return { ...target, status: 'SUCCESS', message, address: endpoint.address, protocol, certificates }
  },
}

const assessment: Look<Assessed> = {
  timeoutFactor: 12, // each request has its own TIMEOUT, and most are answered immediately
  async at(target, endpoint, signal, milliseconds) {
    const found = await findVulnerabilities(endpoint, signal, milliseconds)
    const presented: Presented[] = []
    for (const kind of keyKinds) presented.push(await presentedAs(kind, endpoint, signal, milliseconds))
    return { ...target, status: 'SUCCESS', address: endpoint.address, ...found, presented }
  },
}

async function presentedAs(
  kind: KeyKind,
  endpoint: Endpoint,
  signal: AbortSignal,
  milliseconds: number,
): Promise<Presented> {
  try {
    const chain = await withinDeadline(milliseconds, signal, (signal) => fetchChainOf(kind, endpoint, signal))
    return chain && chain.certificates.length > 0 ? { kind, result: 'certificate', chain } : { kind, result: 'none' }
  } catch (error) {
    if (signal.aborted || !(error instanceof Refusal)) throw error
    return { kind, result: 'unknown' }
  }
}
