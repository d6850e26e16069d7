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
import { askHello } from './ask-hello.ts'
import type { Endpoint } from './conversation.ts'
import { withinDeadline } from './deadline.ts'
import { isHeartbleeding } from './heartbleed.ts'

/** Unknown: the host gave no answer in time from which it could be told. */
export type Finding = 'yes' | 'no' | 'unknown'

/** What the first words of a handshake show. Revocation is the inventory's to tell. */
export interface Vulnerabilities {
  ssl3: Finding
  /** SSL 3.0 with a suite in cipher block chaining (CVE-2014-3566). */
  poodle: Finding
  /** Neither TLS 1.2 nor 1.3 (RFC 9325, 3.1.1): a host that has 1.3 alone is not at fault. */
  noTls12: Finding
  heartbleed: Finding
  /** By their names in IANA's registry; `weaknessOf` says what is wrong with each. */
  weakCipherSuites: CipherSuiteName[]
}

/** Says hello in several ways and never harms: no handshake is finished, and nothing foreign is read. */
export async function findVulnerabilities(
  to: Endpoint,
  signal: AbortSignal,
  milliseconds: number,
): Promise<Vulnerabilities> {
  const hello = (version: ProtocolVersion, suites: readonly number[]) =>
    withinDeadline(milliseconds, signal, (signal) => askHello(to, { version, suites }, signal))
  const ask: Ask = (version, suites) => orUnknown(signal, () => hello(version, suites.map(codeOf)))

  const best = await hello('TLS 1.2', authenticatedSuites.map(codeOf)) // a host that leaves this unanswered is not there
  const newest = isAtLeast('TLS 1.2', best) ? best : ((await hello('TLS 1.3', tls13Suites)) ?? best)
  const chaining = isSsl3(await ask('SSLv3', cipherSuites.filter(isBlockChaining)))
  const ssl3 = chaining === 'no' ? isSsl3(await ask('SSLv3', cipherSuites)) : chaining
  const versions: ProtocolVersion[] = ssl3 === 'yes' ? ['TLS 1.2', 'TLS 1.0', 'SSLv3'] : ['TLS 1.2', 'TLS 1.0']
  const weakCipherSuites = await weakSuites(versions, ask)
  if (!newest && ssl3 !== 'yes' && weakCipherSuites.length === 0) {
    throw new Refusal('unsupported', 'The server rejects every handshake')
  }
  return {
    ssl3,
    poodle: chaining,
    noTls12: isAtLeast('TLS 1.2', newest) ? 'no' : 'yes',
    heartbleed: await orUnknown(signal, () =>
      withinDeadline(milliseconds, signal, (signal) => isHeartbleeding(to, signal)),
    ),
    weakCipherSuites,
  }
}

type Ask = (version: ProtocolVersion, suites: readonly CipherSuite[]) => Promise<ServerHello | undefined | 'unknown'>

/** A server takes one suite of an offer, so what it took is left out of the next one, until it takes none. */
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

function isSsl3(answer: ServerHello | undefined | 'unknown'): Finding {
  if (answer === 'unknown') return answer
  return answer?.version === protocolVersions.SSLv3 ? 'yes' : 'no'
}

/** Some firewalls swallow what they do not like, so silence about one question says nothing of the others. */
async function orUnknown<T>(signal: AbortSignal, question: () => Promise<T>): Promise<T | 'unknown'> {
  try {
    return await question()
  } catch (error) {
    if (!signal.aborted && error instanceof Refusal && error.reason === 'too-slow') return 'unknown'
    throw error
  }
}
