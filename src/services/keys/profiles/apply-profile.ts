/** Which profile a certificate is issued by, and that it is kept: the same at every way of issuing. */
import type { Kysely } from 'kysely'
import { purposeOid } from '#contract/keys/rules/profiles/key-usage.ts'
import {
  authorityProfile,
  clientProfile,
  legacyProfile,
  mailProfile,
  type Profile,
  type ProfileField,
  profileFindings,
  type ProfileNameKind,
  type ProfileWish,
  serverProfile,
} from '#contract/keys/rules/profiles/profile.ts'
import { kindOf } from '#contract/keys/rules/name-form.ts'
import { type AlternativeName, issuableName, withCommonName } from '#crypto/x509/alternative-name.ts'
import type { CertificateTemplate } from '#crypto/x509/certificate-template.ts'
import type { RequestSummary } from '#crypto/x509/request.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { profilesOfAuthority, requireProfile } from './profile-store.ts'

/** What is wanted, with the purposes that a request asks for, as object identifiers. */
export type Wanted = Omit<ProfileWish, 'names'> & {
  names: readonly AlternativeName[]
  commonName: string
  purposes: readonly string[]
  isAuthority: boolean
}
type Order = {
  wanted: Wanted
  /** By name; without one the service chooses. */
  named: string | undefined
  /** SHA-256 of the authority that issues; undefined where the certificate is its own issuer. */
  issuer?: string | undefined
  /** What the wire calls the things that do not fit. */
  fields: Record<ProfileField, string>
}

export const wantedOf = ({ subject, alternativeNames, key, wantedPurposes }: RequestSummary): Wanted => ({
  names: alternativeNames.flatMap((name) => issuableName(name) ?? []),
  commonName: subject.commonName ?? '',
  algorithm: key.algorithm,
  bits: key.bits,
  purposes: wantedPurposes,
  isAuthority: false,
})

/** The profile to issue by, which allows all of it; refused where there is none, with what does not fit. */
export async function profileFor(db: Kysely<KeyTables>, { wanted, named, issuer, fields }: Order): Promise<Profile> {
  const limits = issuer === undefined ? undefined : await profilesOfAuthority(db, issuer)
  if (named?.trim()) {
    const profile = await requireProfile(db, named)
    requireKind(profile, wanted)
    if (limits && !limits.includes(profile.name))
      throw refused('profile', `This authority does not issue “${profile.name}”; it issues ${limits.join(', ')}`)
    requireFit(profile, wanted, fields)
    return profile
  }
  const all = limits ? await Promise.all(limits.map((name) => requireProfile(db, name))) : likelyProfiles(wanted)
  const candidates = bestFirst(
    all.filter(({ isAuthority }) => isAuthority === wanted.isAuthority),
    wanted,
  )
  const fitting = candidates.find((profile) => findingsOf(profile, wanted).length === 0)
  if (fitting) return fitting
  const [first] = candidates
  if (first) requireFit(first, wanted, fields)
  const what = wanted.isAuthority ? 'for authorities' : 'for end entities'
  throw refused('profile', `This authority has no profile ${what}; it issues ${(limits ?? []).join(', ')}`)
}

function requireKind({ name, isAuthority }: Profile, wanted: Wanted) {
  if (isAuthority === wanted.isAuthority) return
  throw refused(
    'profile',
    isAuthority
      ? `“${name}” is for certificate authorities; set isIntermediate, or choose another profile`
      : `“${name}” is not for certificate authorities; choose Sub-CA`,
  )
}

function requireFit(profile: Profile, wanted: Wanted, fields: Order['fields']) {
  const [finding] = findingsOf(profile, wanted)
  if (finding) throw refused(fields[finding.field], `${finding.text}. ${finding.next}`)
}

const findingsOf = (profile: Profile, wanted: Wanted) =>
  profileFindings(profile, { ...wanted, names: grantedNames(profile, wanted).map(({ value }) => value) })

/** With the common name, where it is a name of a kind that the profile allows. */
export function grantedNames(profile: Profile, { names, commonName }: Pick<Wanted, 'names' | 'commonName'>) {
  if (profile.isAuthority) return names
  const [own] = withCommonName([], commonName)
  const isAllowed = own && profile.names.some((kind) => kind === kindOf(own.value))
  return isAllowed ? withCommonName(names, commonName) : [...names]
}

/** By what is asked for, as long as nobody says which: a person's certificate is not a server's. */
function likelyProfiles(wanted: Wanted): Profile[] {
  if (wanted.isAuthority) return [authorityProfile]
  const asks = (purpose: string) => wanted.purposes.includes(purposeOid(purpose))
  if (asks('serverAuth')) return [serverProfile, legacyProfile]
  if (asks('emailProtection')) return [mailProfile, legacyProfile]
  if (asks('clientAuth')) return [clientProfile, legacyProfile]
  const named = grantedNames(legacyProfile, wanted)
  if (named.length === 0) return [clientProfile, legacyProfile]
  return named.every(({ type }) => type === 'email') ? [mailProfile, legacyProfile] : [serverProfile, legacyProfile]
}

/** Of the profiles of an authority, first those with a purpose that is asked for. */
function bestFirst(profiles: Profile[], wanted: Wanted): Profile[] {
  const likely = likelyProfiles(wanted).flatMap(({ extendedKeyUsage }) => extendedKeyUsage.map(purposeOid))
  const asked = wanted.purposes.length > 0 ? wanted.purposes : likely.slice(0, 1)
  const isAsked = ({ extendedKeyUsage }: Profile) => extendedKeyUsage.some((name) => asked.includes(purposeOid(name)))
  return [...profiles.filter(isAsked), ...profiles.filter((profile) => !isAsked(profile))]
}

/** The profile as cryptography writes it into a certificate. */
export const templateOf = ({
  isAuthority,
  keyUsage,
  extendedKeyUsage,
  optionalUsage,
  names,
}: Profile): CertificateTemplate => ({
  authority: isAuthority,
  keyUsages: keyUsage,
  purposes: extendedKeyUsage.map(purposeOid),
  allowed: [],
  added: optionalUsage.map(purposeOid),
  commonNameAs: [...new Set(names.map((kind) => typeOf[kind]))],
})

const typeOf: Record<ProfileNameKind, AlternativeName['type']> = {
  dns: 'dns',
  wildcard: 'dns',
  ip: 'ip',
  mail: 'email',
  uri: 'uri',
}
