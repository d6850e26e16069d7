import type { Output } from '#contract/endpoint.ts'
import type { listAuthorities } from '#contract/keys/authorities.ts'
import { certificateFindings } from '#contract/keys/rules/certificate-rules.ts'
import type { Finding, PlannedCertificate } from '#contract/keys/rules/rule.ts'
import { instantOf } from '#contract/time.ts'
import type { Advice } from '#ui/wizard/wizard.ts'
import { altNamesOf, type IssuingForm, keyIn, validitySeconds } from './issuing-form.ts'
import { serverNow } from '#ui/values/clock.ts'

export type Authority = Output<typeof listAuthorities>['rows'][number]

function toWanted(form: IssuingForm, issuer?: Authority): PlannedCertificate {
  const issuerEndsAt = instantOf(issuer?.ExpiryDate)?.getTime()
  const seconds = validitySeconds(form)
  const { algorithm, bits, digest } = keyIn(form)
  return {
    audience: form.audience,
    commonName: form.commonName.trim(),
    altNames: altNamesOf(form),
    organization: form.organization,
    unit: form.unit,
    locality: form.locality,
    state: form.state,
    country: form.country,
    algorithm,
    ...(/^\d+$/.test(bits) && { bits: Number(bits) }),
    digest,
    legacy: form.legacy,
    ...(seconds !== undefined && { validitySeconds: seconds }),
    ...(issuerEndsAt !== undefined && { issuerEndsAt }),
  }
}

/** Maps field names of the rules to form fields. */
const fieldsOf = (form: IssuingForm): Partial<Record<Finding['field'], keyof IssuingForm>> => ({
  validitySeconds: 'validity',
  algorithm: form.ownAlgorithm ? 'ownAlgorithm' : 'algorithm',
  bits: form.ownLength ? 'ownLength' : form.algorithm === 'RSA' ? 'rsaBits' : 'curve',
})

const toAdvice = ({ field, level, text, why, next, source }: Finding, form: IssuingForm): Advice => ({
  field: fieldsOf(form)[field] ?? field,
  level,
  text: `${text}.`,
  why: `${why} (${source})`,
  next,
})

/** Findings of the current rules for the form values. */
export const adviceOn = (form: IssuingForm, issuer?: Authority): Advice[] =>
  certificateFindings(toWanted(form, issuer), serverNow()).map((finding) => toAdvice(finding, form))
