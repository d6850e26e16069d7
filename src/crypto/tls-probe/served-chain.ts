import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { isIssuedBy, isSelfIssued } from '#crypto/x509/chain.ts'

export interface ServedChainQuestion {
  /** As it was asked for: a DNS name or an address. */
  host: string
  /** In the server's order. */
  sent: readonly Der[]
  /** Authorities that somebody here has made or imported. */
  trusted: readonly Der[]
  /** Other authorities that were met. */
  met: readonly Der[]
}

export interface SentCertificate {
  name: string
  issuer: string
  sha256: string
  notAfter: number
}

/** What a client makes of what a server sent. Plain data: it can cross threads and be stored. */
export interface ServedChain {
  name: string
  issuer: string
  sha256: string
  serialNumber: string
  notBefore: number
  notAfter: number
  /** Such as RSA or EC, with its length or curve. */
  key: string
  /** The first of its alternative names, and how many there are. */
  names: string[]
  nameCount: number
  /** Untested: the host is known by an address, which certificates rarely name. */
  nameMatch: 'yes' | 'no' | 'untested'
  /** Whether the server sent all that leads to a root. Unknown: the issuer of the last one is not known here. */
  chain: 'complete' | 'incomplete' | 'unknown'
  /** Who vouches for the root; nobody that is known here, where it is unknown. */
  trust: 'public' | 'inventory' | 'self-signed' | 'unknown'
  root?: string
  /** What the server should have sent, or the issuer that nobody here knows. */
  missing: string[]
  sent: SentCertificate[]
}

const maxNames = 20
const maxSteps = 20

/** Judges the chain of a server as a client does who trusts the public roots of Mozilla's list and these authorities. */
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
  // Any of them may lead to a root: what is cross-signed is followed by more than a client needs.
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

/** The root that issued it, or that it is. */
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

/** From the server's own upwards, as far as what it sent leads. */
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
/** Mozilla's list as this Node has it, by subject; read when it is first asked for. */
function publicRoots() {
  roots ??= Map.groupBy(
    rootCertificates.map((pem) => new X509Certificate(pem)),
    ({ subject }) => subject,
  )
  return roots
}

/** Browsers look at the alternative names alone (RFC 9525, 2). */
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
    return '' // of a kind that OpenSSL does not know
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
