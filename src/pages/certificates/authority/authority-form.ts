import * as z from 'zod/mini'
import { emptyForm, issuingForm, keyIn } from '#components/issuing/form/issuing-form.ts'
import { reviewOf as issuingReview } from '#components/issuing/form/review.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { createAuthority, listAuthorities } from '#contract/keys/authorities.ts'
import { maxDays } from '#contract/keys/requests.ts'
import { authorityProfile, isBuiltIn } from '#contract/keys/rules/profiles/profile.ts'
import { instantOf } from '#contract/time.ts'
import { counted } from '#contract/words/counted.ts'
import type { Advice, ReviewItem } from '#ui/wizard/wizard.ts'

export type Authority = Output<typeof listAuthorities>['rows'][number]

/** Value of `issuer` for a self-signed root. */
export const itsOwn = 'root'
const longestName = 64
const { organization, unit, locality, state, algorithm, rsaBits, curve, digest } = issuingForm.shape

/** Form values for a new authority. */
export const authorityForm = z.object({
  /** `itsOwn`, or the SHA-256 fingerprint of the issuing authority. */
  issuer: z.string().check(z.minLength(1, 'Choose an issuer')),
  commonName: z.string().check(
    z.refine((text) => text.trim() !== '', 'Enter a name for the authority'),
    z.refine((text) => text.trim().length <= longestName, `Use ${longestName} characters or fewer`),
  ),
  organization,
  unit,
  locality,
  state,
  country: z
    .string()
    .check(z.trim(), z.regex(/^([A-Za-z]{2})?$/, 'Enter a two-letter country code, such as US, or leave empty')),
  algorithm,
  rsaBits,
  curve,
  digest,
  days: z.string().check(
    z.regex(/^[1-9]\d{0,4}$/, 'Enter a whole number of days above 0'),
    z.refine((text) => Number(text) <= maxDays, `Enter ${maxDays.toLocaleString('en')} days or fewer`),
  ),
  pathLength: z.string().check(z.regex(/^(\d|10)?$/, 'Enter a whole number from 0 to 10, or leave empty')),
  permittedNames: z.string().check(z.maxLength(10_000, 'Use 10,000 characters or fewer')),
  excludedNames: z.string().check(z.maxLength(10_000, 'Use 10,000 characters or fewer')),
  /** Allowed profiles by `limitField`; none selected means all. */
  profiles: z.record(z.string(), z.optional(z.boolean())),
})
export type AuthorityForm = z.output<typeof authorityForm>

export const emptyAuthorityForm: AuthorityForm = {
  issuer: itsOwn,
  commonName: '',
  organization: '',
  unit: '',
  locality: '',
  state: '',
  country: '',
  algorithm: 'EC',
  rsaBits: '4096',
  curve: '384',
  digest: '',
  days: '3650',
  pathLength: '',
  permittedNames: '',
  excludedNames: '',
  profiles: {},
}

/** Encodes a profile name for a field name, in which react-hook-form would interpret dots and quotes. */
export const limitField = (profile: string) => encodeURIComponent(profile).replaceAll('.', '%2E').replaceAll("'", '%27')

/** The selected profiles among those that exist. */
export const limitsIn = ({ profiles }: AuthorityForm, known: readonly string[]) =>
  known.filter((name) => profiles[limitField(name)] === true)

/** Converts form values to request parameters; empty values are omitted. */
export function toCreateAuthority(form: AuthorityForm): Input<typeof createAuthority> {
  const { bits } = keyIn({ ...emptyForm, ...form })
  const given = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: text.trim() })
  return {
    CNAME: form.commonName.trim(),
    ...given('ORGUNIT', form.unit),
    ...given('ORG', form.organization),
    ...given('LOCATION', form.locality),
    ...given('STATE', form.state),
    ...given('COUNTRY', form.country.toUpperCase()),
    ALG: form.algorithm,
    ...(bits !== '' && { LEN: bits, ...(form.digest && { SIGALG: form.digest }) }),
    Validity: Number(form.days),
    ...(form.pathLength !== '' && { pathLength: Number(form.pathLength) }),
    ...(form.issuer !== itsOwn && {
      issuer: form.issuer,
      ...given('permittedNames', form.permittedNames),
      ...given('excludedNames', form.excludedNames),
    }),
  }
}

export const steps = { issuer: 'issuer', name: 'name', key: 'key', limits: 'limits', profiles: 'profiles' } as const

export function reviewOf(
  form: AuthorityForm,
  all: readonly Authority[] = [],
  profiles: readonly string[] = [],
): ReviewItem[] {
  const isRoot = form.issuer === itsOwn
  const above = all.find(({ sha256 }) => sha256 === form.issuer)?.commonName ?? form.issuer
  const lines = new Map(issuingReview({ ...emptyForm, ...form }).map(({ label, value }) => [label, value]))
  return [
    { label: 'Issuer', value: isRoot ? 'None: a root, self-signed' : above, step: steps.issuer },
    { label: 'Name', value: lines.get('Subject') ?? '', step: steps.name },
    { label: 'Key', value: lines.get('Key') ?? '', step: steps.key },
    { label: 'Valid for', value: counted(Number(form.days), 'day', 'days'), step: steps.limits },
    {
      label: 'Rights',
      value: `Can issue certificates ${namesText(form)}\n${belowIt(form.pathLength || (isRoot ? '' : '0'))}`,
      step: steps.limits,
    },
    ...(profiles.length > 0
      ? [{ label: 'Profiles', value: limitsIn(form, profiles).join(', ') || 'All', step: steps.profiles }]
      : []),
  ]
}

function namesText({ issuer, permittedNames, excludedNames }: AuthorityForm): string {
  const [permitted, excluded] = [permittedNames.trim(), excludedNames.trim()]
  if (issuer === itsOwn || !(permitted || excluded)) return 'for any name'
  return [permitted ? `for these names: ${permitted}` : 'for any name', excluded && `except for ${excluded}`]
    .filter(Boolean)
    .join(', ')
}

/** Why an authority cannot issue a subordinate one; undefined if it can, or if this is unknown. */
export function whyNotAbove({ canSign, reason, pathLength, profiles }: Authority): string | undefined {
  if (canSign === false) return `cannot sign: ${reason || 'no reason given'}`
  if (pathLength === 0) return 'may not have authorities below it'
  const known = [authorityProfile.name]
  const builtInOnly = profiles?.every((name) => isBuiltIn(name))
  return builtInOnly && !profiles?.some((name) => known.includes(name)) ? 'is limited to other profiles' : undefined
}

const dayMs = 86_400_000

/** Warnings: the new authority must not outlive its issuer or exceed its path length. */
export function adviceOn(form: AuthorityForm, all: readonly Authority[], now: number): Advice[] {
  const above = form.issuer === itsOwn ? undefined : all.find(({ sha256 }) => sha256 === form.issuer)
  const ends = instantOf(above?.ExpiryDate)
  const max = ends && Math.floor((ends.getTime() - now) / dayMs)
  const depth = above?.pathLength
  return [
    ...(max !== undefined && Number(form.days) > max + 1
      ? [error('days', `The issuer itself expires in ${max.toLocaleString('en')} days.`, `Enter ${max} days or fewer.`)]
      : []),
    ...(depth !== undefined && Number(form.pathLength || '0') >= depth
      ? [error('pathLength', `The issuer allows a path length of ${depth - 1} at most.`, 'Enter a smaller number.')]
      : []),
  ]
}

const error = (field: string, text: string, next: string): Advice => ({ field, level: 'error', text, next })

function belowIt(pathLength: string): string {
  if (pathLength === '') return 'Any number of subordinate CA levels'
  if (pathLength === '0') return 'No subordinate CAs'
  return `Up to ${pathLength} subordinate CA ${pathLength === '1' ? 'level' : 'levels'}`
}
