import { Resolver as DnsResolver } from 'node:dns/promises'
import { type AddressRules, addressRules } from '#services/network/address-rules.ts'
import { resolveHost, type Resolver, systemResolver } from '#services/network/resolve.ts'
import { Refusal } from '#crypto/refusal.ts'
import { AcmeProblem } from '#services/keys/acme/acme-problem.ts'

/** Network access for challenge validation. */
export type ChallengeNetwork = {
  /** Resolves a name to an allowed address. Throws the problem for the client. */
  addressOf: (name: string) => Promise<string>
  /** TXT records of a name. */
  textsOf: (name: string) => Promise<string[]>
  httpPort: number
  tlsPort: number
  /** Delays of retries. */
  retryMs: readonly number[]
  timeoutMs: number
}

export type ChallengeSettings = {
  /** Loopback and private networks that may be contacted, as in discovery. */
  networks: readonly string[]
  /** Port for http-01; other than 80 only in tests. */
  httpPort?: number | undefined
  /** Port for tls-alpn-01; other than 443 only in tests. */
  tlsPort?: number | undefined
  /** Name server to use instead of the system's, as address:port. */
  nameServer?: string | undefined
}

const timeoutMs = 10_000

/** Restricted to the networks allowed for discovery, since ACME clients choose the names. */
export function challengeNetwork({
  networks,
  httpPort = 80,
  tlsPort = 443,
  nameServer,
}: ChallengeSettings): ChallengeNetwork {
  const rules: AddressRules = addressRules(networks)
  const dns = new DnsResolver({ timeout: 3000, tries: 2 })
  if (nameServer !== undefined) dns.setServers([nameServer])
  const resolve = nameServer === undefined ? systemResolver : byServer(dns)
  return {
    httpPort,
    tlsPort,
    timeoutMs,
    retryMs: [2000, 10_000],
    addressOf: (name) =>
      resolveHost(name, rules, resolve).catch((error: unknown) => {
        if (error instanceof Refusal)
          throw new AcmeProblem('connection', `${name}: ${error.message.replaceAll('discovery', 'validation')}`)
        throw new AcmeProblem('dns', `${name} has no address in the DNS (${codeOf(error)})`)
      }),
    textsOf: async (name) => {
      try {
        return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
      } catch (error) {
        const code = codeOf(error)
        if (code === 'ENOTFOUND' || code === 'ENODATA') return []
        throw new AcmeProblem('dns', `The TXT record ${name} could not be read (${code})`)
      }
    },
  }
}

const byServer =
  (dns: DnsResolver): Resolver =>
  async (name) => {
    const [four, six] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
    const addresses = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason
    return addresses.map((address) => ({ address }))
  }

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'no answer'
