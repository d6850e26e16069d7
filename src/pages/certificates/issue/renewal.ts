import { emptyForm, type IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { reviewOf } from '#components/issuing/form/review.ts'
import { doubtfulNames } from '#components/issuing/names-compared.ts'
import type { ReadCertificate } from '#components/issuing/read/read-certificate.ts'
import { type Authority, keyOf } from '#components/issuing/sign-form.ts'
import type { ReviewItem } from '#ui/wizard/wizard.ts'
import { itself } from './issue.ts'

const dayMs = 86_400_000
const units = [
  ['days', dayMs],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const

/** Form values that match the current certificate. */
export function formOf(own: ReadCertificate, issuer: string, profile = ''): IssuingForm {
  const { subject, names, key } = own
  const span = own.notAfter.getTime() - own.notBefore.getTime()
  const [validityType, unitMs] = units.find(([, ms]) => span >= ms) ?? ['minutes', 60_000]
  const isKnown = ['RSA', 'EC', 'Ed25519'].includes(key.algorithm)
  const lost = doubtfulNames(names)
  const bits = String(key.bits ?? '')
  return {
    ...emptyForm,
    profile,
    audience: issuer === '' ? 'public' : 'private',
    issuer,
    commonName: subject.commonName ?? '',
    organization: subject.organization ?? '',
    unit: subject.unit ?? '',
    locality: subject.locality ?? '',
    state: subject.state ?? '',
    country: subject.country ?? '',
    altNames: names.filter((name) => !lost.includes(name)).join('\n'),
    ...(isKnown && { algorithm: key.algorithm as IssuingForm['algorithm'] }),
    ...(key.algorithm === 'RSA' && { rsaBits: bits }),
    ...(key.algorithm === 'EC' && key.bits !== undefined && { curve: bits }),
    validity: String(Math.round(span / unitMs)),
    validityType,
  }
}

const plainSerial = (serial = '') =>
  serial
    .replaceAll(':', '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')

/** Issuer for the renewal: itself if self-signed, an internal authority, or empty for another CA. */
export function issuerOf(chain: readonly ReadCertificate[], all: readonly Authority[]): string {
  const [own, above] = chain
  if (!own) return ''
  if (own.issuer.text === own.subject.text) return itself
  const root = all.find(
    ({ signType, serialNumber, canSign }) =>
      signType === 'signWithRoot' && canSign !== false && plainSerial(serialNumber) === above?.serialNumber,
  )
  return root ? keyOf(root) : ''
}

const notCompared = ['CA type', 'Key store', 'Password']

/** Review with the previous value of each changed item. */
export function renewalReview(form: IssuingForm, before: IssuingForm, signer: string): ReviewItem[] {
  const old = new Map(reviewOf(before).map(({ label, value }) => [label, value]))
  const compared = (label: string, value: string) => {
    const was = old.get(label) === value ? '' : `\nBefore: ${old.get(label) ?? ''}`
    if (label === 'Key') return `${value}, newly generated${was}`
    return notCompared.includes(label) ? value : value + (was || '\nUnchanged')
  }
  const signedBy = signer + (form.issuer === before.issuer ? '' : '\nBefore: another issuer')
  return [
    { label: 'Signed by', value: signedBy, step: 'who' },
    ...reviewOf(form)
      .filter(({ label }) => label !== 'CA type' || form.issuer === '')
      .map(({ label, value, step }): ReviewItem => ({ label, value: compared(label, value), step })),
  ]
}
