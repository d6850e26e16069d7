/** Certificate profiles. The service enforces them; pages explain them by the same rules. */
import { counted } from '#contract/words/counted.ts'
import { type KeyUsage, keyUsageText, purposeText } from './key-usage.ts'
import { type NameKind, kindOf } from '#contract/keys/rules/name-form.ts'

export const nameKinds = ['dns', 'wildcard', 'ip', 'mail', 'uri'] as const satisfies NameKind[]
export type ProfileNameKind = (typeof nameKinds)[number]
export const nameKindTexts: Record<ProfileNameKind, string> = {
  dns: 'Host names',
  wildcard: 'Wildcards',
  ip: 'IP addresses',
  mail: 'Email addresses',
  uri: 'URIs',
}

export type Profile = {
  name: string
  description: string
  /** Whether it is for CA certificates. */
  isAuthority: boolean
  keyUsage: readonly KeyUsage[]
  /** By name or object identifier. */
  extendedKeyUsage: readonly string[]
  /** Added if the request asks for them. */
  optionalUsage: readonly string[]
  maxDays: number
  /** Minimum RSA key length; 0 disallows RSA keys. */
  rsaBits: number
  /** Allowed curves by bits: 256, 384, 521. */
  curves: readonly number[]
  ed25519: boolean
  /** Allowed kinds of alternative names. */
  names: readonly ProfileNameKind[]
  /** At least one name of these kinds is required; empty if none is. */
  requiredNames: readonly ProfileNameKind[]
  /** Allowed domains of host names and email addresses; empty allows all. */
  domains: readonly string[]
}

export const maxProfileDays = 36_500
export const allCurves = [256, 384, 521] as const
const modernKeys = { rsaBits: 2048, curves: allCurves, ed25519: true } as const
const anyDomain = { domains: [] } as const

export const serverProfile: Profile = {
  name: 'Server',
  description: 'TLS servers: web, mail, directory.',
  isAuthority: false,
  keyUsage: ['digitalSignature', 'keyEncipherment'],
  extendedKeyUsage: ['serverAuth'],
  optionalUsage: ['clientAuth'],
  maxDays: 825,
  ...modernKeys,
  names: ['dns', 'wildcard', 'ip', 'uri'],
  requiredNames: ['dns', 'wildcard', 'ip'],
  ...anyDomain,
}
export const clientProfile: Profile = {
  name: 'Client',
  description: 'People and devices that sign in with a certificate.',
  isAuthority: false,
  keyUsage: ['digitalSignature'],
  extendedKeyUsage: ['clientAuth'],
  optionalUsage: [],
  maxDays: 1095,
  ...modernKeys,
  names: ['dns', 'ip', 'mail', 'uri'],
  requiredNames: [],
  ...anyDomain,
}
export const mailProfile: Profile = {
  name: 'S/MIME',
  description: 'People who sign and encrypt email.',
  isAuthority: false,
  keyUsage: ['digitalSignature', 'keyEncipherment', 'keyAgreement'],
  extendedKeyUsage: ['emailProtection'],
  optionalUsage: ['clientAuth'],
  maxDays: 1185,
  ...modernKeys,
  names: ['mail'],
  requiredNames: ['mail'],
  ...anyDomain,
}
const codeProfile: Profile = {
  name: 'Code signing',
  description: 'Signatures of software and scripts.',
  isAuthority: false,
  keyUsage: ['digitalSignature'],
  extendedKeyUsage: ['codeSigning'],
  optionalUsage: [],
  maxDays: 1185,
  rsaBits: 3072,
  curves: allCurves,
  ed25519: true,
  names: [],
  requiredNames: [],
  ...anyDomain,
}
export const authorityProfile: Profile = {
  name: 'Sub-CA',
  description: 'Issuing authorities below another authority.',
  isAuthority: true,
  keyUsage: ['digitalSignature', 'keyCertSign', 'cRLSign'],
  extendedKeyUsage: [],
  optionalUsage: [],
  maxDays: maxProfileDays,
  ...modernKeys,
  names: [...nameKinds],
  requiredNames: [],
  ...anyDomain,
}
/** For authorities without assigned profiles: allows what was issued before profiles existed. */
export const legacyProfile: Profile = {
  name: 'Server (legacy)',
  description: 'Old systems: short RSA keys, long validity, any name.',
  isAuthority: false,
  keyUsage: ['digitalSignature', 'keyEncipherment'],
  extendedKeyUsage: ['serverAuth'],
  optionalUsage: ['clientAuth'],
  maxDays: maxProfileDays,
  rsaBits: 1024,
  curves: allCurves,
  ed25519: true,
  names: [...nameKinds],
  requiredNames: [],
  ...anyDomain,
}

export const builtInProfiles: readonly Profile[] = [
  serverProfile,
  clientProfile,
  mailProfile,
  codeProfile,
  authorityProfile,
  legacyProfile,
]

export const isBuiltIn = (name: string) =>
  builtInProfiles.some((profile) => profile.name.toLowerCase() === name.toLowerCase())

/** The requested certificate, as far as profiles concern it. */
export type ProfileInput = {
  /** Alternative names, including the common name if it is a host or an address. */
  names: readonly string[]
  algorithm?: string
  bits?: number | undefined
  days?: number | undefined
}
export type ProfileField = 'names' | 'algorithm' | 'days'
export type ProfileFinding = { field: ProfileField; text: string; next: string }

/** Parts of the request that the profile does not allow. */
export function profileFindings(profile: Profile, wish: ProfileInput): ProfileFinding[] {
  const because = `The profile “${profile.name}”`
  const found: ProfileFinding[] = []
  const say = (field: ProfileField, text: string, next: string) => found.push({ field, text, next })
  const { algorithm, bits, days } = wish
  if (algorithm !== undefined && !allowsKey(profile, algorithm, bits))
    say('algorithm', `${because} does not allow ${keyName(algorithm, bits)} keys`, `Allowed: ${keyRuleText(profile)}.`)
  if (days !== undefined && days > profile.maxDays)
    say('days', `${because} allows ${counted(profile.maxDays, 'day', 'days')} at most`, 'Enter a shorter validity.')

  const kinds = wish.names.map(profileKindOf)
  const unfit = wish.names.filter((_, at) => !profile.names.some((kind) => kind === kinds[at]))
  if (unfit.length > 0)
    say('names', `${because} does not allow these names: ${some(unfit)}`, `Allowed: ${nameRuleText(profile)}.`)
  const { requiredNames: required } = profile
  if (required.length > 0 && !required.some((kind) => kinds.includes(kind)))
    say('names', `${because} requires a name`, `Add one of: ${kindTexts(required)}.`)
  const outside = wish.names.filter((name) => !isInDomains(name, profile.domains))
  if (outside.length > 0)
    say(
      'names',
      `${because} does not allow names outside its domains: ${some(outside)}`,
      `Allowed: ${profile.domains.join(', ')}.`,
    )
  return found
}

function allowsKey({ rsaBits, curves, ed25519 }: Profile, algorithm: string, bits: number | undefined): boolean {
  if (/^rsa/i.test(algorithm)) return rsaBits > 0 && (bits === undefined || bits >= rsaBits)
  if (/^ec(dsa)?$/i.test(algorithm)) return curves.length > 0 && (bits === undefined || curves.includes(bits))
  return /^ed25519$/i.test(algorithm) && ed25519
}

const keyName = (algorithm: string, bits: number | undefined) =>
  bits === undefined || /^ed/i.test(algorithm) ? algorithm : `${algorithm} ${bits}`

export function keyRuleText({ rsaBits, curves, ed25519 }: Profile): string {
  const parts = [
    ...(rsaBits > 0 ? [`RSA from ${rsaBits} bits`] : []),
    ...(curves.length > 0 ? [`EC ${curves.map((bits) => `P-${bits}`).join(', ')}`] : []),
    ...(ed25519 ? ['Ed25519'] : []),
  ]
  return parts.join('; ') || 'no key'
}

const kindTexts = (kinds: readonly ProfileNameKind[]) =>
  kinds
    .map((kind) => nameKindTexts[kind].toLowerCase())
    .join(', ')
    .replaceAll('uris', 'URIs')
    .replaceAll('ip ', 'IP ')

export function nameRuleText({ names, requiredNames, domains }: Profile): string {
  if (names.length === 0) return 'no alternative names'
  return [
    kindTexts(names),
    ...(requiredNames.length > 0 ? [`one of these at least: ${kindTexts(requiredNames)}`] : []),
    ...(domains.length > 0 ? [`in ${domains.join(', ')}`] : []),
  ].join('; ')
}

export const usageText = ({ keyUsage, extendedKeyUsage, optionalUsage }: Profile): string =>
  [
    keyUsage.map(keyUsageText).join(', '),
    extendedKeyUsage.map(purposeText).join(', '),
    optionalUsage.length > 0 ? `on request: ${optionalUsage.map(purposeText).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('; ')

function profileKindOf(name: string): NameKind {
  const kind = kindOf(name)
  return kind === 'other' && /^[a-z][a-z0-9+.-]*:/i.test(name) ? 'uri' : kind // urn:…, spiffe:…
}

function isInDomains(name: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true
  const kind = profileKindOf(name)
  if (kind === 'ip' || kind === 'uri') return true
  const host = (kind === 'mail' ? name.slice(name.lastIndexOf('@') + 1) : name.replace(/^\*\./, '')).toLowerCase()
  return domains.some((domain) => host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`))
}

const shownNames = 5
const some = (names: readonly string[]) =>
  names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ` and ${names.length - shownNames} more` : '')
