import { Refusal } from '#crypto/refusal.ts'
import {
  authenticatedSuites,
  type CipherSuite,
  cipherSuites,
  type CipherSuiteName,
  isBlockChaining,
  tls13Suites,
  weakCipherSuites,
} from '#crypto/tls-probe/cipher-suite.ts'
import { type ProtocolVersion, protocolVersions } from '#crypto/tls-probe/protocol-version.ts'
import type { ServerHello } from '#crypto/tls-probe/server-hello.ts'
import { sendHello } from './send-hello.ts'
import type { Endpoint } from './conversation.ts'
import { withinDeadline } from './deadline.ts'
import { isHeartbleeding } from './heartbleed.ts'

/** Unknown: no conclusive response in time. */
export type Finding = 'yes' | 'no' | 'unknown'

/** Weaknesses visible in handshakes. Revocation is determined from the inventory. */
export interface Vulnerabilities {
  ssl3: Finding
  /** SSL 3.0 with a CBC cipher suite (CVE-2014-3566). */
  poodle: Finding
  /** Neither TLS 1.2 nor 1.3 (RFC 9325, 3.1.1); TLS 1.3 alone is fine. */
  noTls12: Finding
  heartbleed: Finding
  /** IANA names; `weaknessOf` explains each. */
  weakCipherSuites: CipherSuiteName[]
}

/** Support of each version, tested separately. */
export type Protocols = Record<ProtocolVersion, Finding>

/** Tests a host with various ClientHello messages. Harmless: no handshake is completed, and no memory is read. */
export async function findVulnerabilities(
  to: Endpoint,
  signal: AbortSignal,
  milliseconds: number,
): Promise<{ vulnerabilities: Vulnerabilities; protocols: Protocols }> {
  const hello = (version: ProtocolVersion, suites: readonly number[]) =>
    withinDeadline(milliseconds, signal, (signal) => sendHello(to, { version, suites }, signal))
  const ask: Ask = (version, suites) => orUnknown(signal, () => hello(version, suites.map(codeOf)))

  const best = await hello('TLS 1.2', authenticatedSuites.map(codeOf)) // a host that leaves this unanswered is not there
  const sealed = await orUnknown(signal, () => hello('TLS 1.3', tls13Suites))
  const newest = isAtLeast('TLS 1.2', best) || sealed === 'unknown' ? best : (sealed ?? best)
  const chaining = isSsl3(await ask('SSLv3', cipherSuites.filter(isBlockChaining)))
  const ssl3 = chaining === 'no' ? isSsl3(await ask('SSLv3', cipherSuites)) : chaining
  const versions: ProtocolVersion[] = ssl3 === 'yes' ? ['TLS 1.2', 'TLS 1.0', 'SSLv3'] : ['TLS 1.2', 'TLS 1.0']
  const weakCipherSuites = await weakSuites(versions, ask)
  if (!newest && ssl3 !== 'yes' && weakCipherSuites.length === 0) {
    throw new Refusal('unsupported', 'The server rejects every handshake')
  }
  const speaks = async (version: ProtocolVersion) =>
    isOf(version, best) ? 'yes' : answeredIn(version, await ask(version, authenticatedSuites))
  return {
    vulnerabilities: {
      ssl3,
      poodle: chaining,
      noTls12: isAtLeast('TLS 1.2', newest) ? 'no' : sealed === 'unknown' ? 'unknown' : 'yes',
      heartbleed: await orUnknown(signal, () =>
        withinDeadline(milliseconds, signal, (signal) => isHeartbleeding(to, signal)),
      ),
      weakCipherSuites,
    },
    protocols: {
      SSLv3: ssl3,
      'TLS 1.0': await speaks('TLS 1.0'),
      'TLS 1.1': await speaks('TLS 1.1'),
      'TLS 1.2': isOf('TLS 1.2', best) ? 'yes' : 'no',
      'TLS 1.3': answeredIn('TLS 1.3', sealed),
    },
  }
}

type Ask = (version: ProtocolVersion, suites: readonly CipherSuite[]) => Promise<ServerHello | undefined | 'unknown'>

/** A server selects one suite per offer, so selected ones are removed until it selects none. */
async function weakSuites(versions: readonly ProtocolVersion[], ask: Ask): Promise<CipherSuiteName[]> {
  const taken = new Set<CipherSuite>()
  for (const version of versions) {
    for (;;) {
      const offer = weakCipherSuites.filter((suite) => !taken.has(suite))
      const answer = await ask(version, offer)
      const suite = offer.find(({ code }) => answer !== 'unknown' && code === answer?.suite)
      if (!suite) break
      taken.add(suite)
    }
  }
  return [...taken].map(({ name }) => name)
}

const codeOf = ({ code }: CipherSuite) => code

const isAtLeast = (version: ProtocolVersion, hello: ServerHello | undefined) =>
  hello !== undefined && hello.version >= protocolVersions[version]

const isOf = (version: ProtocolVersion, hello: ServerHello | undefined) => hello?.version === protocolVersions[version]

function answeredIn(version: ProtocolVersion, answer: ServerHello | undefined | 'unknown'): Finding {
  if (answer === 'unknown') return answer
  return isOf(version, answer) ? 'yes' : 'no'
}

const isSsl3 = (answer: ServerHello | undefined | 'unknown') => answeredIn('SSLv3', answer)

/** Some firewalls drop certain messages, so a timeout of one test does not affect the others. */
async function orUnknown<T>(signal: AbortSignal, question: () => Promise<T>): Promise<T | 'unknown'> {
  try {
    return await question()
  } catch (error) {
    if (!signal.aborted && error instanceof Refusal && error.reason === 'too-slow') return 'unknown'
    throw error
  }
}
