import type { Rule, PlannedCertificate } from './rule.ts'

const longest: readonly [
  field: 'commonName' | 'organization' | 'unit' | 'locality' | 'state',
  max: number,
  label: string,
][] = [
  ['commonName', 64, 'The common name'],
  ['organization', 64, 'The organization'],
  ['unit', 64, 'The organizational unit'],
  ['locality', 128, 'The locality'],
  ['state', 128, 'The state or province'],
]

const lengthRules = longest.map(([field, max, label]): Rule => ({
  id: `${field}-long`,
  source: 'RFC 5280 appendix A.1 (upper bounds), CA/B Forum BR 7.1.4.2',
  audience: 'both',
  level: 'error',
  field,
  broken: (wanted: PlannedCertificate) => Array.from(wanted[field] ?? '').length > max,
  text: `${label} has at most ${max} characters`,
  why: 'Many clients reject longer values.',
  next: 'Shorten it.',
}))

export const subjectRules: readonly Rule[] = [
  ...lengthRules,
  {
    id: 'unit-public',
    source: 'CA/B Forum BR 7.1.2.7.3 and 7.1.2.7.4 (ballot SC-047)',
    audience: 'public',
    level: 'error',
    field: 'unit',
    broken: ({ unit = '' }) => unit.trim() !== '',
    text: 'No organizational unit in a public certificate',
    why: 'It cannot be validated, so public CAs must omit it.',
    next: 'Leave it empty.',
  },
  {
    id: 'country-form',
    source: 'RFC 5280 appendix A.1, CA/B Forum BR 7.1.4.2',
    audience: 'both',
    level: 'error',
    field: 'country',
    broken: ({ country = '' }) => country !== '' && !/^[A-Z]{2}$/i.test(country),
    text: 'A country is a code of exactly two letters',
    why: 'ISO 3166-1, such as DE or US.',
    next: 'Enter the code, or leave it empty.',
  },
  {
    id: 'client-auth',
    source: 'Chrome Root Program 1.6 and 1.8; they disagree about the day',
    audience: 'public',
    level: 'warning',
    field: 'clientAuth',
    broken: ({ clientAuth = false }) => clientAuth,
    text: 'Public CAs stop issuing certificates for client authentication',
    why: 'Sources state 2026-06-15 and 2027-03-15 as the last day.',
    next: 'Ask your CA, or use an internal CA for client authentication.',
  },
]
