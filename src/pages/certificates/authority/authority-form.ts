import * as z from 'zod'
import { emptyForm, issuingForm, keyIn } from '#components/issuing/form/issuing-form.ts'
import { reviewOf as issuingReview } from '#components/issuing/form/review.ts'
import type { Input } from '#contract/endpoint.ts'
import type { createAuthority } from '#contract/keys/authorities.ts'
import { mostDays } from '#contract/keys/requests.ts'
import type { ReviewItem } from '#ui/wizard/wizard.ts'

const longestName = 64
const { organization, unit, locality, state, algorithm, rsaBits, curve, digest } = issuingForm.shape

/** A root of our own, as the screen has it. */
export const authorityForm = z.object({
  commonName: z
    .string()
    .refine((text) => text.trim() !== '', 'Enter a name for the authority')
    .refine((text) => text.trim().length <= longestName, `Use ${longestName} characters or fewer`),
  organization,
  unit,
  locality,
  state,
  country: z
    .string()
    .trim()
    .regex(/^([A-Za-z]{2})?$/, 'Enter a two-letter country code, such as US, or leave empty'),
  algorithm,
  rsaBits,
  curve,
  digest,
  days: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'Enter a whole number of days above 0')
    .refine((text) => Number(text) <= mostDays, `Enter ${mostDays.toLocaleString('en')} days or fewer`),
  pathLength: z.string().regex(/^(\d|10)?$/, 'Enter a whole number from 0 to 10, or leave empty'),
})
export type AuthorityForm = z.output<typeof authorityForm>

export const emptyAuthorityForm: AuthorityForm = {
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
}

/** What the screen holds, as the service takes it; what is empty stays out. */
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
  }
}

export const steps = { name: 'name', key: 'key', limits: 'limits' } as const

export function reviewOf(form: AuthorityForm): ReviewItem[] {
  const lines = new Map(issuingReview({ ...emptyForm, ...form }).map(({ label, value }) => [label, value]))
  return [
    { label: 'Name', value: lines.get('Subject') ?? '', step: steps.name },
    { label: 'Key', value: lines.get('Key') ?? '', step: steps.key },
    { label: 'Valid for', value: `${form.days} days`, step: steps.limits },
    {
      label: 'Rights',
      value: `Can issue certificates for any name\n${belowIt(form.pathLength)}`,
      step: steps.limits,
    },
  ]
}

function belowIt(pathLength: string): string {
  if (pathLength === '') return 'Any number of subordinate CA levels'
  if (pathLength === '0') return 'No subordinate CAs'
  return `Up to ${pathLength} subordinate CA ${pathLength === '1' ? 'level' : 'levels'}`
}
