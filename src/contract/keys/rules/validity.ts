import type { Rule, Wanted } from './rule.ts'

const source = 'CA/B Forum BR 6.3.2'
const daySeconds = 86_400

/** A day is 86,400 seconds, and one second more is another day (BR 6.3.2). */
export const daysOf = (seconds: number) => Math.ceil(seconds / daySeconds)

/** The longest a public web server certificate may be valid, by the day it is issued. */
const publicLimits = [
  { from: '2020-09-01', until: '2026-03-15', days: 398 },
  { from: '2026-03-15', until: '2027-03-15', days: 200 },
  { from: '2027-03-15', until: '2029-03-15', days: 100 },
  { from: '2029-03-15', days: 47 },
] as const

const longerThan =
  (days: number) =>
  ({ validitySeconds }: Wanted) =>
    validitySeconds !== undefined && daysOf(validitySeconds) > days

const publicRules = publicLimits.flatMap(({ days, ...period }): Rule[] => [
  {
    ...period,
    id: `validity-${days}`,
    source,
    audience: 'public',
    level: 'error',
    field: 'validitySeconds',
    broken: longerThan(days),
    text: `A public web server certificate may be valid for ${days} days at most`,
    why: 'Browsers refuse a longer one.',
    next: `Ask for ${days - 1} days or less.`,
  },
  {
    ...period,
    id: `validity-${days - 1}`,
    source,
    audience: 'public',
    level: 'warning',
    field: 'validitySeconds',
    broken: (wanted) => longerThan(days - 1)(wanted) && !longerThan(days)(wanted),
    text: `Exactly ${days} days leave no room`,
    why: 'One second more counts as another day, and the authority may round up.',
    next: `Ask for ${days - 1} days.`,
  },
])

const longestPrivateDays = 398
const shortLivedDays = 7

export const validityRules: readonly Rule[] = [
  ...publicRules,
  {
    id: 'validity-short-lived',
    source: 'CA/B Forum BR 1.6.1',
    audience: 'both',
    level: 'note',
    field: 'validitySeconds',
    broken: ({ validitySeconds = Infinity }) => validitySeconds > 0 && daysOf(validitySeconds) <= shortLivedDays,
    text: 'Valid for a week at most: a short-lived certificate',
    why: 'It need not be revocable, because it ends before a revocation would spread.',
    next: 'Make sure that it is renewed by itself.',
  },
  {
    id: 'validity-private',
    source: 'practice; the limit of public certificates until 2026',
    audience: 'private',
    level: 'warning',
    field: 'validitySeconds',
    broken: longerThan(longestPrivateDays),
    text: `Valid for more than ${longestPrivateDays} days`,
    why: 'A key that leaks is of use until the end, and nobody remembers how it was made when it has to be renewed.',
    next: `${longestPrivateDays} days or less are usual.`,
  },
  {
    id: 'validity-beyond-issuer',
    source: 'RFC 5280 6.1',
    audience: 'both',
    level: 'error',
    field: 'validitySeconds',
    broken: ({ validitySeconds, issuerEndsAt }, now) =>
      validitySeconds !== undefined && issuerEndsAt !== undefined && now + validitySeconds * 1000 > issuerEndsAt,
    text: 'It would outlive the certificate that signs it',
    why: 'A chain is valid only as long as each of its certificates.',
    next: 'Shorten it, or renew the issuing certificate first.',
  },
]
