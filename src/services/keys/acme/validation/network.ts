import { Resolver as DnsResolver } from 'node:dns/promises'
import { type AddressRules, addressRules } from '#services/network/address-rules.ts'
import { resolveHost, type Resolver, systemResolver } from '#services/network/resolve.ts'
import { Refusal } from '#crypto/refusal.ts'
import { AcmeProblem } from '#services/keys/acme/acme-problem.ts'

/** How challenges are checked. */
export type ChallengeNetwork = {
  /** The address of a name that may be asked. Throws what the client is told. */
  addressOf: (name: string) => Promise<string>
  /** Texts of a name in the DNS. */
  textsOf: (name: string) => Promise<string[]>
  httpPort: number
  tlsPort: number
  /** How long to wait before each further attempt. */
  retryMs: readonly number[]
  timeoutMs: number
}

export type ChallengeSettings = {
  /** Loopback and private networks that may be asked, as in discovery. */
  networks: readonly string[]
  /** Of http-01; 80 unless an operator tests. */
  httpPort?: number | undefined
  /** Of tls-alpn-01; 443 unless an operator tests. */
  tlsPort?: number | undefined
  /** Name server to ask in place of the system's, as address:port. */
  nameServer?: string | undefined
}

const timeoutMs = 10_000

/** Connects only where discovery may: whoever orders a certificate must not reach more than that. */
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
