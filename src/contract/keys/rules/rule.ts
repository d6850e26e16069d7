/**
 * Requirements for certificates by type of issuer: the CA/Browser Forum Baseline Requirements for public authorities,
 * and recommendations for internal ones. Requirements have dates, since they change.
 */
export type Audience = 'public' | 'private'
export type Level = 'error' | 'warning' | 'note'

/** The planned certificate, as far as rules concern it. */
export type PlannedCertificate = {
  audience: Audience
  commonName: string
  /** Without the common name, separated. */
  altNames: readonly string[]
  organization?: string
  unit?: string
  locality?: string
  state?: string
  country?: string
  algorithm: string
  /** Key length in bits, for algorithms with several lengths. */
  bits?: number
  /** Signature digest: `SHA256`. */
  digest?: string
  validitySeconds?: number
  /** Expiry of the issuing certificate, epoch milliseconds. */
  issuerEndsAt?: number
  /** Whether it is also for client authentication. */
  clientAuth?: boolean
  /** Whether legacy algorithms are allowed. */
  legacy?: boolean
}

export type WantedField = Exclude<keyof PlannedCertificate, 'audience' | 'legacy'>

export type Rule = {
  id: string
  /** Document and section of the requirement. */
  source: string
  audience: Audience | 'both'
  level: Level
  field: WantedField
  /** Dates in force, such as `2027-03-15`: start inclusive, end exclusive. */
  from?: string
  until?: string
  /** Violating names or values; empty or false if met. */
  broken: (wanted: PlannedCertificate, now: number) => readonly string[] | boolean
  text: string
  why: string
  next: string
}

export type Finding = Pick<Rule, 'id' | 'source' | 'level' | 'field' | 'why' | 'next'> & { text: string }

/** Findings of these rules on this day, errors first. */
export function findingsBy(rules: readonly Rule[], wanted: PlannedCertificate, now: number): Finding[] {
  const found = rules.filter((rule) => concerns(rule, wanted, now)).flatMap((rule) => findingOf(rule, wanted, now))
  return found.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
}
const order: readonly Level[] = ['error', 'warning', 'note']

const concerns = ({ audience, from, until }: Rule, wanted: PlannedCertificate, now: number) =>
  (audience === 'both' || audience === wanted.audience) &&
  (from === undefined || now >= Date.parse(from)) &&
  (until === undefined || now < Date.parse(until))

function findingOf({ broken, text, ...rule }: Rule, wanted: PlannedCertificate, now: number): Finding[] {
  const what = broken(wanted, now)
  if (what === false || (Array.isArray(what) && what.length === 0)) return []
  const { id, source, level, field, why, next } = rule
  return [{ id, source, level, field, why, next, text: Array.isArray(what) ? `${text}: ${listed(what)}` : text }]
}

const shownNames = 5
const listed = (names: readonly string[]) =>
  names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ` and ${names.length - shownNames} more` : '')
