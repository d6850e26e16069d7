/**
 * What a certificate may be, by whom it is issued: the rules that public certificate authorities are bound to (CA/B
 * Forum Baseline Requirements), and what is wise inside of an organization. Data with dates: they change.
 */
export type Audience = 'public' | 'private'
export type Level = 'error' | 'warning' | 'note'

/** What somebody is about to ask for, as far as rules speak of it. */
export type Wanted = {
  audience: Audience
  commonName: string
  /** Without the common name, one each. */
  altNames: readonly string[]
  organization?: string
  unit?: string
  locality?: string
  state?: string
  country?: string
  algorithm: string
  /** Bits of the key, where the algorithm has several. */
  bits?: number
  /** Digest of the signature: `SHA256`. */
  digest?: string
  validitySeconds?: number
  /** When the issuing certificate ends; epoch milliseconds. */
  issuerEndsAt?: number
  /** For signing in as a client, too. */
  clientAuth?: boolean
  /** Old algorithms on purpose, for old machines. */
  legacy?: boolean
}

export type WantedField = Exclude<keyof Wanted, 'audience' | 'legacy'>

export type Rule = {
  id: string
  /** Document and section that say so. */
  source: string
  audience: Audience | 'both'
  level: Level
  field: WantedField
  /** The days on which it holds, `2027-03-15`: from, and until the day before. */
  from?: string
  until?: string
  /** The names or values that break it; none when it is kept. */
  broken: (wanted: Wanted, now: number) => readonly string[] | boolean
  text: string
  why: string
  next: string
}

export type Finding = Pick<Rule, 'id' | 'source' | 'level' | 'field' | 'why' | 'next'> & { text: string }

/** What these rules say about it on this day; errors first. */
export function findingsBy(rules: readonly Rule[], wanted: Wanted, now: number): Finding[] {
  const found = rules.filter((rule) => concerns(rule, wanted, now)).flatMap((rule) => findingOf(rule, wanted, now))
  return found.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
}
const order: readonly Level[] = ['error', 'warning', 'note']

const concerns = ({ audience, from, until }: Rule, wanted: Wanted, now: number) =>
  (audience === 'both' || audience === wanted.audience) &&
  (from === undefined || now >= Date.parse(from)) &&
  (until === undefined || now < Date.parse(until))

function findingOf({ broken, text, ...rule }: Rule, wanted: Wanted, now: number): Finding[] {
  const what = broken(wanted, now)
  if (what === false || (Array.isArray(what) && what.length === 0)) return []
  const { id, source, level, field, why, next } = rule
  return [{ id, source, level, field, why, next, text: Array.isArray(what) ? `${text}: ${listed(what)}` : text }]
}

const shownNames = 5
const listed = (names: readonly string[]) =>
  names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ` and ${names.length - shownNames} more` : '')
