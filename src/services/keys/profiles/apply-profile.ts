/** Selects and enforces the certificate profile, for every way of issuing. */
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
  type ProfileInput,
  serverProfile,
} from '#contract/keys/rules/profiles/profile.ts'
import { kindOf } from '#contract/keys/rules/name-form.ts'
import { type AlternativeName, issuableName, withCommonName } from '#crypto/x509/alternative-name.ts'
import type { CertificateTemplate } from '#crypto/x509/certificate-template.ts'
import type { RequestSummary } from '#crypto/x509/request.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { profilesOfAuthority, requireProfile } from './profile-store.ts'

/** The requested certificate, with requested extended key usages as object identifiers. */
export type ProfiledRequest = Omit<ProfileInput, 'names'> & {
  names: readonly AlternativeName[]
  commonName: string
  purposes: readonly string[]
  isAuthority: boolean
}
type Order = {
  wanted: ProfiledRequest
  /** Profile name; selected by the service if undefined. */
  named: string | undefined
  /** SHA-256 of the issuing authority; undefined for self-signed certificates. */
  issuer?: string | undefined
  /** Wire names of inputs, for errors. */
  fields: Record<ProfileField, string>
}

export const profileInputOf = ({
  subject,
  alternativeNames,
  key,
  wantedPurposes,
}: RequestSummary): ProfiledRequest => ({
  names: alternativeNames.flatMap((name) => issuableName(name) ?? []),
  commonName: subject.commonName ?? '',
  algorithm: key.algorithm,
  bits: key.bits,
  purposes: wantedPurposes,
  isAuthority: false,
})

/** The profile to use, which allows the request; throws with the violations if there is none. */
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

function requireKind({ name, isAuthority }: Profile, wanted: ProfiledRequest) {
  if (isAuthority === wanted.isAuthority) return
  throw refused(
    'profile',
    isAuthority
      ? `“${name}” is for certificate authorities; set isIntermediate, or choose another profile`
      : `“${name}” is not for certificate authorities; choose Sub-CA`,
  )
}

function requireFit(profile: Profile, wanted: ProfiledRequest, fields: Order['fields']) {
  const [finding] = findingsOf(profile, wanted)
  if (finding) throw refused(fields[finding.field], `${finding.text}. ${finding.next}`)
}

const findingsOf = (profile: Profile, wanted: ProfiledRequest) =>
  profileFindings(profile, { ...wanted, names: grantedNames(profile, wanted).map(({ value }) => value) })

/** Adds the common name, if the profile allows names of its type. */
export function grantedNames(profile: Profile, { names, commonName }: Pick<ProfiledRequest, 'names' | 'commonName'>) {
  if (profile.isAuthority) return names
  const [own] = withCommonName([], commonName)
  const isAllowed = own && profile.names.some((kind) => kind === kindOf(own.value))
  return isAllowed ? withCommonName(names, commonName) : [...names]
}

/** Default profiles by the request: a personal certificate differs from a server's. */
function likelyProfiles(wanted: ProfiledRequest): Profile[] {
  if (wanted.isAuthority) return [authorityProfile]
  const asks = (purpose: string) => wanted.purposes.includes(purposeOid(purpose))
  if (asks('serverAuth')) return [serverProfile, legacyProfile]
  if (asks('emailProtection')) return [mailProfile, legacyProfile]
  if (asks('clientAuth')) return [clientProfile, legacyProfile]
  const named = grantedNames(legacyProfile, wanted)
  if (named.length === 0) return [clientProfile, legacyProfile]
  return named.every(({ type }) => type === 'email') ? [mailProfile, legacyProfile] : [serverProfile, legacyProfile]
}

/** Orders an authority's profiles by matching key usages. */
function bestFirst(profiles: Profile[], wanted: ProfiledRequest): Profile[] {
  const likely = likelyProfiles(wanted).flatMap(({ extendedKeyUsage }) => extendedKeyUsage.map(purposeOid))
  const asked = wanted.purposes.length > 0 ? wanted.purposes : likely.slice(0, 1)
  const isAsked = ({ extendedKeyUsage }: Profile) => extendedKeyUsage.some((name) => asked.includes(purposeOid(name)))
  return [...profiles.filter(isAsked), ...profiles.filter((profile) => !isAsked(profile))]
}

/** Converts a profile to a certificate template. */
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
