import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { invalidInput } from '#contract/errors.ts'
import type { createAuthority } from '#contract/keys/authorities.ts'
import { type createRequest, keyFields, maxDays, storeField } from '#contract/keys/requests.ts'
import { type KeyChoice, keyChoice } from '#crypto/private-key/key-choice.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { type AlternativeName, readAlternativeNames, withCommonName } from '#crypto/x509/alternative-name.ts'
import type { DistinguishedName } from '#crypto/x509/distinguished-name.ts'
import type { Digest } from '#crypto/x509/signature.ts'
import type { ValidityUnit } from '#crypto/x509/validity.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { grantedNames, profileFor, type ProfiledRequest } from '#services/keys/profiles/apply-profile.ts'
import { requireProfile } from '#services/keys/profiles/profile-store.ts'
import { refused } from '#services/keys/refused.ts'
import { randomSecret } from '#services/secret.ts'

const knownFields = z.object({ ...keyFields, ...storeField })
type SubjectAndKey = Omit<Input<typeof createRequest>, keyof typeof knownFields.shape> & z.output<typeof knownFields>

/** The contract also accepts values that only other servers support. */
export function requireKnown(wish: Input<typeof createRequest>): SubjectAndKey {
  const { ALG, LEN, SIGALG, StoreType, ...rest } = wish
  const { data, error } = knownFields.safeParse({ ALG, LEN, SIGALG, StoreType })
  if (error) throw invalidInput('keys', error)
  return { ...rest, ...data }
}
type Shared = Pick<Input<typeof createAuthority>, keyof Input<typeof createAuthority> & keyof SubjectAndKey>

/** Wire names of inputs, for errors of `crypto`. */
export const wireNames = {
  subject: 'CNAME',
  commonName: 'CNAME',
  organizationalUnit: 'ORGUNIT',
  organization: 'ORG',
  locality: 'LOCATION',
  state: 'STATE',
  country: 'COUNTRY',
  alternativeNames: 'ALT_NAMES',
  algorithm: 'ALG',
  length: 'LEN',
  validity: 'VALIDITY',
}

export function subjectOf(wish: Shared): DistinguishedName {
  if (wish.CNAME.trim() === '') throw refused('CNAME', 'A certificate needs a common name')
  return {
    commonName: wish.CNAME,
    organizationalUnit: wish.ORGUNIT ?? '',
    organization: wish.ORG ?? '',
    locality: wish.LOCATION ?? '',
    state: wish.STATE ?? '',
    country: wish.COUNTRY ?? '',
  }
}

const namesOf = ({ ALT_NAMES = '', CNAME }: SubjectAndKey): AlternativeName[] =>
  readAlternativeNames(withCommonName(readAlternativeNames(ALT_NAMES), CNAME.trim()).map(spelled))

/** Parsed again, since the common name may exceed the limit. */
export const spelled = ({ type, value }: AlternativeName) => `${type}:${value}`

/** For requests: the named profile must allow everything. An authority's profile is checked when signing. */
export async function subjectAndKey({ db }: Pick<KeyManagement, 'db'>, wish: SubjectAndKey) {
  const [subject, { choice, digest }] = [subjectOf(wish), keyOf(wish)]
  const profile = wish.profile?.trim() ? await requireProfile(db, wish.profile) : undefined
  const wanted = requestedIn(wish, choice)
  if (profile) {
    const order = {
      wanted: { ...wanted, isAuthority: profile.isAuthority },
      named: profile.name,
      fields: profileWireNames,
    }
    await profileFor(db, order)
  }
  const alternativeNames = profile ? [...grantedNames(profile, wanted)] : namesOf(wish)
  return { subject, alternativeNames, choice, digest, profile }
}

export const profileWireNames = { names: 'ALT_NAMES', algorithm: 'ALG', days: 'VALIDITY' }

/** Properties that profiles concern. */
export function requestedIn(wish: SubjectAndKey, { algorithm, ...choice }: KeyChoice): ProfiledRequest {
  const validity = readDuration(validityText(wish))
  return {
    names: readAlternativeNames(wish.ALT_NAMES ?? ''),
    commonName: wish.CNAME.trim(),
    algorithm,
    bits: 'bits' in choice ? choice.bits : undefined,
    days: validity && validity.amount / perDay[validity.unit],
    purposes: [],
    isAuthority: false,
  }
}

const defaultBits = { RSA: 2048, EC: 256, Ed25519: undefined } as const

export function keyOf({ ALG, LEN, SIGALG }: Shared): { choice: KeyChoice; digest?: Digest } {
  if (ALG === 'Ed25519' && LEN && LEN !== '256') throw refused('LEN', 'A key of type Ed25519 always has 256 bits')
  if (ALG === 'Ed25519' && SIGALG) throw refused('SIGALG', 'The digest of a key of type Ed25519 is fixed; leave it out')
  const bits = LEN ? Number(LEN) : defaultBits[ALG]
  return { choice: keyChoice(ALG, bits), ...(SIGALG && { digest: SIGALG }) }
}

/** Creates RSA keys in the worker pool, since they take up to seconds. */
export const newKey = ({ work }: Pick<KeyManagement, 'work'>, choice: KeyChoice) =>
  choice.algorithm === 'RSA' ? work.run('generatePair', [choice], { deadlineMs: 30_000 }) : generatePair(choice)

export const perDay = { days: 1, hours: 24, minutes: 24 * 60 } as const

/** Stored form: "90 days"; empty if not given. */
export function validityText({ VALIDITY, VALIDITY_TYPE = 'days' }: SubjectAndKey): string {
  if (VALIDITY === undefined) return ''
  const max = maxDays * perDay[VALIDITY_TYPE]
  if (Number(VALIDITY) > max) throw refused('VALIDITY', `At most ${max} ${VALIDITY_TYPE} (100 years)`)
  return `${VALIDITY} ${VALIDITY_TYPE}`
}

/** Display form of a stored validity: "1 day". */
export const durationText = (kept: string) => kept.replace(/^1 (day|hour|minute)s$/, '1 $1')

export type Duration = { amount: number; unit: ValidityUnit }

export function readDuration(text: string): Duration | undefined {
  const [, amount, unit] = /^(\d+) (days|hours|minutes)$/.exec(text) ?? []
  return amount === undefined ? undefined : { amount: Number(amount), unit: unit as ValidityUnit }
}

const shortestOfJks = 6 // minimum of keytool

/** Passphrase of the key store; generated if not given, since key stores need one. */
export function storeOf({ StoreType = 'PKCS12', PASSWORD = '' }: SubjectAndKey) {
  if (/\p{Cc}/u.test(PASSWORD))
    throw refused('PASSWORD', 'It contains control characters, which key stores do not accept')
  if (StoreType === 'JKS' && PASSWORD && PASSWORD.length < shortestOfJks) {
    throw refused('PASSWORD', `A JKS key store needs ${shortestOfJks} characters or more`)
  }
  const passphrase = PASSWORD || (StoreType === 'PEM' ? undefined : randomSecret())
  return { storeType: StoreType, passphrase }
}
