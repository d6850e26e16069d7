import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { isIssuedBy, isSelfIssued } from '#crypto/x509/chain.ts'

export interface ServedChainQuestion {
  /** As requested: a DNS name or an IP address. */
  host: string
  /** In the server's order. */
  sent: readonly Der[]
  /** Authorities in the inventory: created or imported. */
  trusted: readonly Der[]
  /** Other authorities encountered earlier. */
  met: readonly Der[]
}

export interface SentCertificate {
  name: string
  issuer: string
  sha256: string
  notAfter: number
}

/** Result of validating a server's chain. Plain data: it can cross threads and be stored. */
export interface ServedChain {
  name: string
  issuer: string
  sha256: string
  serialNumber: string
  notBefore: number
  notAfter: number
  /** Such as RSA or EC, with length or curve. */
  key: string
  /** The first alternative names, and their total number. */
  names: string[]
  nameCount: number
  /** Untested for hosts given by IP address, which certificates rarely contain. */
  nameMatch: 'yes' | 'no' | 'untested'
  /** Whether the server sent all certificates up to a root. Unknown if the last issuer is unknown. */
  chain: 'complete' | 'incomplete' | 'unknown'
  /** Trust store of the root; unknown if it is in none. */
  trust: 'public' | 'inventory' | 'self-signed' | 'unknown'
  root?: string
  /** Certificates that the server omitted, or the unknown issuer. */
  missing: string[]
  sent: SentCertificate[]
}

const maxNames = 20
const maxSteps = 20

/** Validates a server's chain like a client that trusts Mozilla's public roots and the authorities of the inventory. */
export function judgeServedChain({ host, sent, trusted, met }: ServedChainQuestion): ServedChain {
  const [leaf, ...others] = sent.flatMap(parsed)
  if (!leaf) throw new Refusal('damaged', 'The certificate that the server sends cannot be read')
  const chain = chainIn(leaf, others)
  const names = (leaf.subjectAltName ?? '').split(/, (?=[A-Za-z ]+:)/).filter(Boolean)
  return {
    ...outline(leaf),
    serialNumber: leaf.serialNumber,
    notBefore: leaf.validFromDate.getTime(),
    key: keyText(leaf),
    names: names.slice(0, maxNames).map((name) => name.replace(/^(DNS|IP Address):/, '').slice(0, longestName)),
    nameCount: names.length,
    nameMatch: nameMatch(leaf, host),
    ...verdictOn(chain, trusted.flatMap(parsed), met.flatMap(parsed)),
    sent: [leaf, ...others].map(outline),
  }
}

type Verdict = Pick<ServedChain, 'chain' | 'trust' | 'root' | 'missing'>

function verdictOn(chain: X509Certificate[], trusted: X509Certificate[], met: X509Certificate[]): Verdict {
  const roots = trusted.filter(isSelfIssued)
  const [leaf] = chain
  if (leaf && isSelfIssued(leaf)) return { chain: 'complete', trust: 'self-signed', missing: [] }
  // Each certificate may lead to a root: cross-signed chains contain more than a client needs.
  for (const one of chain) {
    const found = rootAbove(one, roots)
    if (found) return { chain: 'complete', missing: [], ...found }
  }
  const missing: string[] = []
  let last = chain.at(-1)
  for (let step = 0; last && step < maxSteps; step++) {
    if (isSelfIssued(last)) {
      const isComplete = missing.length === 0
      return { chain: isComplete ? 'complete' : 'incomplete', trust: 'unknown', root: nameIn(last.subject), missing }
    }
    const above = issuerOf(last, [...trusted, ...met])
    if (!above) break
    if (!isSelfIssued(above)) missing.push(nameIn(above.subject))
    const found = rootAbove(above, roots)
    if (found) return { chain: 'incomplete', missing, ...found }
    last = above
  }
  const isIncomplete = missing.length > 0
  if (last) missing.push(nameIn(last.issuer))
  return { chain: isIncomplete ? 'incomplete' : 'unknown', trust: 'unknown', missing }
}

/** The root that issued the certificate, or the certificate itself if it is a root. */
function rootAbove(
  one: X509Certificate,
  roots: readonly X509Certificate[],
): Pick<Verdict, 'trust' | 'root'> | undefined {
  const isRoot = (root: X509Certificate) => root.fingerprint256 === one.fingerprint256 || isIssuedBy(one, root)
  const inventory = roots.find(isRoot)
  if (inventory) return { trust: 'inventory', root: nameIn(inventory.subject) }
  const candidates = [...(publicRoots().get(one.issuer) ?? []), ...(publicRoots().get(one.subject) ?? [])]
  const open = candidates.find(isRoot)
  return open && { trust: 'public', root: nameIn(open.subject) }
}

/** The chain from the leaf upward, as far as the sent certificates lead. */
function chainIn(leaf: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const chain = [leaf]
  for (let last = leaf; !isSelfIssued(last);) {
    const issuer = issuerOf(last, others)
    if (!issuer || chain.includes(issuer)) break
    chain.push(issuer)
    last = issuer
  }
  return chain
}

const issuerOf = (one: X509Certificate, among: readonly X509Certificate[]) =>
  among.find((candidate) => candidate.subject === one.issuer && isIssuedBy(one, candidate))

let roots: Map<string, X509Certificate[]> | undefined
/** Mozilla's roots as included in Node, by subject; loaded on first use. */
function publicRoots() {
  roots ??= Map.groupBy(
    rootCertificates.map((pem) => new X509Certificate(pem)),
    ({ subject }) => subject,
  )
  return roots
}

/** Browsers use alternative names only (RFC 9525, 2). */
function nameMatch(leaf: X509Certificate, host: string): ServedChain['nameMatch'] {
  if (isIP(host) !== 0) return leaf.checkIP(host) ? 'yes' : 'untested'
  return leaf.checkHost(host, { subject: 'never' }) ? 'yes' : 'no'
}

const outline = (one: X509Certificate): SentCertificate => ({
  name: nameIn(one.subject),
  issuer: nameIn(one.issuer),
  sha256: one.fingerprint256,
  notAfter: one.validToDate.getTime(),
})

function keyText(one: X509Certificate): string {
  try {
    const { asymmetricKeyType = '', asymmetricKeyDetails: details } = one.publicKey
    return [asymmetricKeyType.toUpperCase(), details?.modulusLength ?? details?.namedCurve].filter(Boolean).join(' ')
  } catch {
    return '' // of a type unknown to OpenSSL
  }
}

const longestName = 200
const nameIn = (subject: string | undefined) =>
  (/^CN=(.+)$/m.exec(subject ?? '')?.[1] ?? subject?.replaceAll('\n', ', ') ?? '').slice(0, longestName)

function parsed(der: Der): X509Certificate[] {
  try {
    return [new X509Certificate(der)]
  } catch {
    return []
  }
}
