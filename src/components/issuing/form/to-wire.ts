import type { Input } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http/to-request.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { createRequest } from '#contract/keys/requests.ts'
import type { Advice } from '#ui/wizard/wizard.ts'
import { altNamesOf, type IssuingForm, keyIn } from './issuing-form.ts'

export type SubjectAndKey = Input<typeof createRequest>

/** Converts the form to the input of createCSR and createCertificate; empty values are omitted. */
export function toSubjectAndKey(form: IssuingForm): SubjectAndKey {
  const { algorithm, bits, digest, store } = keyIn(form)
  const given = (name: keyof SubjectAndKey, text: string) => (text.trim() === '' ? {} : { [name]: text.trim() })
  return {
    CNAME: form.commonName.trim(),
    ...given('ALT_NAMES', altNamesOf(form).join(',')),
    ...given('ORGUNIT', form.unit),
    ...given('ORG', form.organization),
    ...given('LOCATION', form.locality),
    ...given('STATE', form.state),
    ...given('COUNTRY', form.country.toUpperCase()),
    ...(form.password && { PASSWORD: form.password }),
    ...(form.validity && { VALIDITY_TYPE: form.validityType, VALIDITY: form.validity }),
    ALG: algorithm,
    ...given('LEN', bits),
    ...given('SIGALG', digest),
    StoreType: store,
    ...given('profile', form.profile),
  }
}

/** URL length that servers generally accept: common limits start at 8 KiB; that of Node is 16 KiB. */
const shortAddress = 8_192

export const addressBytes = ({ target }: Pick<WireRequest, 'target'>) => new TextEncoder().encode(target).length

/**
 * Warns if the URL is too long for common servers: the documented request has its parameters in the URL, including all
 * names.
 */
export function lengthAdvice(form: IssuingForm): Advice[] {
  const input = toSubjectAndKey(form)
  if (!createRequest.input.safeParse(input).success) return [] // incomplete input cannot be sent yet
  const bytes = addressBytes(toRequest(createRequest, input))
  if (bytes <= shortAddress) return []
  return [
    {
      field: 'altNames',
      level: 'warning',
      text: `The request is ${bytes.toLocaleString('en')} bytes long.`,
      why: 'Many servers limit URLs to 8,192 to 16,384 bytes and respond with 431 or 414. The embedded service accepts it.',
      next: 'If it is rejected, split the names across several requests or use a wildcard.',
    },
  ]
}
