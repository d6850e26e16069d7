import * as z from 'zod/mini'
import { isTooManyNames, maxNames, namesIn } from './names.ts'

const storesWithPassword = ['PKCS12', 'JKS']
const shortestOfJks = 6
const aWholeNumber = /^([1-9]\d{0,8})?$/

const ownValue = z.string().check(z.maxLength(100, 'Use 100 characters or fewer'))

/** Form values for a request or a certificate, as text; names are separated by line breaks. */
export const issuingForm = z
  .object({
    /** Name of a profile; empty if the server has no profiles. */
    profile: z.string(),
    audience: z.enum(['public', 'private']),
    legacy: z.boolean(),
    commonName: z.string().check(z.refine((text) => text.trim() !== '', 'Enter a common name')),
    organization: z.string(),
    unit: z.string(),
    locality: z.string(),
    state: z.string(),
    country: z.string(),
    altNames: z.string().check(z.refine((text) => !isTooManyNames(text), `Enter ${maxNames} names or fewer`)),
    algorithm: z.enum(['RSA', 'EC', 'Ed25519']),
    rsaBits: z.string(),
    curve: z.string(),
    /** Empty: a digest that matches the key strength. */
    digest: z.enum(['', 'SHA256', 'SHA384', 'SHA512']),
    validity: z.string().check(z.regex(aWholeNumber, 'Enter a whole number above 0, or leave empty')),
    validityType: z.enum(['days', 'hours', 'minutes']),
    storeType: z.enum(['PKCS12', 'JKS', 'PEM']),
    /** Free text that replaces the selected values, spelled as the server expects. */
    ownAlgorithm: ownValue,
    ownLength: ownValue,
    ownDigest: ownValue,
    ownStore: ownValue,
    password: z.string().check(z.maxLength(255, 'Use 255 characters or fewer')),
    passwordAgain: z.string(),
    /** Issuer: empty for a request, `itself` for a self-signed certificate, or the serial number of a root. */
    issuer: z.string(),
  })
  .check(
    z.superRefine(({ storeType, ownStore, password, passwordAgain }, check) => {
      const store = ownStore.trim() || storeType
      const say = (path: 'password' | 'passwordAgain', message: string) =>
        check.issues.push({ code: 'custom', input: undefined, path: [path], message })
      if (!password && storesWithPassword.includes(store)) say('password', 'Enter a key store password')
      if (password && store === 'JKS' && password.length < shortestOfJks)
        say('password', `A JKS password requires ${shortestOfJks} characters or more`)
      if (/\p{Cc}/u.test(password)) say('password', 'Do not use control characters')
      if (password !== passwordAgain) say('passwordAgain', 'The passwords do not match')
    }),
  )
export type IssuingForm = z.output<typeof issuingForm>

export const issuingSecrets = ['password', 'passwordAgain'] as const satisfies (keyof IssuingForm)[]

export const emptyForm: IssuingForm = {
  profile: '',
  audience: 'public',
  legacy: false,
  commonName: '',
  organization: '',
  unit: '',
  locality: '',
  state: '',
  country: '',
  altNames: '',
  algorithm: 'EC',
  rsaBits: '3072',
  curve: '256',
  digest: '',
  validity: '90',
  validityType: 'days',
  storeType: 'PKCS12',
  ownAlgorithm: '',
  ownLength: '',
  ownDigest: '',
  ownStore: '',
  password: '',
  passwordAgain: '',
  issuer: '',
}

const secondsOf = { days: 86_400, hours: 3600, minutes: 60 } as const

/** Validity in seconds; undefined if the issuer determines it. */
export const validitySeconds = ({ validity, validityType }: IssuingForm): number | undefined =>
  /^\d+$/.test(validity) ? Number(validity) * secondsOf[validityType] : undefined

type KeyChoice = { algorithm: string; bits: string; digest: string; store: string }

/**
 * Key parameters to send. Free text takes precedence; with another algorithm, the selected length and digest do not
 * apply.
 */
export function keyIn(form: IssuingForm): KeyChoice {
  const [algorithm, bits, digest, store] = [form.ownAlgorithm, form.ownLength, form.ownDigest, form.ownStore].map(
    (text) => text.trim(),
  )
  const isChosen = !algorithm && form.algorithm !== 'Ed25519' // Ed25519 has a fixed length and digest
  return {
    algorithm: algorithm || form.algorithm,
    bits: bits || (isChosen ? (form.algorithm === 'RSA' ? form.rsaBits : form.curve) : ''),
    digest: digest || (isChosen ? form.digest : ''),
    store: store || form.storeType,
  }
}

export const altNamesOf = (form: Pick<IssuingForm, 'altNames'>) => namesIn(form.altNames).map(({ name }) => name)
