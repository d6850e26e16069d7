import type { Rule, PlannedCertificate } from './rule.ts'

const source = 'CA/B Forum BR 6.3.2'
const daySeconds = 86_400

/** A day is 86,400 seconds, and any additional second counts as another day (BR 6.3.2). */
export const daysOf = (seconds: number) => Math.ceil(seconds / daySeconds)

/** Maximum validity of public web server certificates, by date of issue. */
const publicLimits = [
  { from: '2020-09-01', until: '2026-03-15', days: 398 },
  { from: '2026-03-15', until: '2027-03-15', days: 200 },
  { from: '2027-03-15', until: '2029-03-15', days: 100 },
  { from: '2029-03-15', days: 47 },
] as const

const longerThan =
  (days: number) =>
  ({ validitySeconds }: PlannedCertificate) =>
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
    text: `Public web server certificates may be valid for at most ${days} days`,
    why: 'Browsers reject longer validity.',
    next: `Request ${days - 1} days or fewer.`,
  },
  {
    ...period,
    id: `validity-${days - 1}`,
    source,
    audience: 'public',
    level: 'warning',
    field: 'validitySeconds',
    broken: (wanted) => longerThan(days - 1)(wanted) && !longerThan(days)(wanted),
    text: `Exactly ${days} days leaves no margin`,
    why: 'One additional second counts as another day, and the CA may round up.',
    next: `Request ${days - 1} days.`,
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
    text: 'Short-lived certificate (at most 7 days)',
    why: 'It need not support revocation because it expires first.',
    next: 'Make sure that it is renewed automatically.',
  },
  {
    id: 'validity-private',
    source: 'practice; the limit of public certificates until 2026',
    audience: 'private',
    level: 'warning',
    field: 'validitySeconds',
    broken: longerThan(longestPrivateDays),
    text: `Valid for more than ${longestPrivateDays} days`,
    why: 'A compromised key can be misused until it expires, and rare renewals are error-prone.',
    next: `${longestPrivateDays} days or fewer is typical.`,
  },
  {
    id: 'validity-beyond-issuer',
    source: 'RFC 5280 6.1',
    audience: 'both',
    level: 'error',
    field: 'validitySeconds',
    broken: ({ validitySeconds, issuerEndsAt }, now) =>
      validitySeconds !== undefined && issuerEndsAt !== undefined && now + validitySeconds * 1000 > issuerEndsAt,
    text: 'It would outlive its issuer',
    why: 'A chain is valid only while all its certificates are valid.',
    next: 'Shorten it, or renew the issuer certificate first.',
  },
]
