import * as z from 'zod/mini'
import { isTooManyNames, maxNames, namesIn } from './names.ts'

const storesWithPassword = ['PKCS12', 'JKS']
const shortestOfJks = 6
const aWholeNumber = /^([1-9]\d{0,8})?$/

const ownValue = z.string().check(z.maxLength(100, 'Use 100 characters or fewer'))

/** What a person wants in a request or a certificate, as the screen has it: texts, and names one in each line. */
export const issuingForm = z
  .object({
    /** What it is for, by the name of a profile; empty where the server knows none. */
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
    /** Empty: that of the key's strength. */
    digest: z.enum(['', 'SHA256', 'SHA384', 'SHA512']),
    validity: z.string().check(z.regex(aWholeNumber, 'Enter a whole number above 0, or leave empty')),
    validityType: z.enum(['days', 'hours', 'minutes']),
    storeType: z.enum(['PKCS12', 'JKS', 'PEM']),
    /** As the server spells them, in place of the choices. */
    ownAlgorithm: ownValue,
    ownLength: ownValue,
    ownDigest: ownValue,
    ownStore: ownValue,
    password: z.string().check(z.maxLength(255, 'Use 255 characters or fewer')),
    passwordAgain: z.string(),
    /** Who signs it at once: nobody (empty), itself, or a root by its serial number. */
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

/** Undefined where it is left to whoever signs. */
export const validitySeconds = ({ validity, validityType }: IssuingForm): number | undefined =>
  /^\d+$/.test(validity) ? Number(validity) * secondsOf[validityType] : undefined

type KeyChoice = { algorithm: string; bits: string; digest: string; store: string }

/** What is sent of the key: what was typed comes first, and of another algorithm the choices say nothing. */
export function keyIn(form: IssuingForm): KeyChoice {
  const [algorithm, bits, digest, store] = [form.ownAlgorithm, form.ownLength, form.ownDigest, form.ownStore].map(
    (text) => text.trim(),
  )
  const isChosen = !algorithm && form.algorithm !== 'Ed25519' // which has one length and one digest only
  return {
    algorithm: algorithm || form.algorithm,
    bits: bits || (isChosen ? (form.algorithm === 'RSA' ? form.rsaBits : form.curve) : ''),
    digest: digest || (isChosen ? form.digest : ''),
    store: store || form.storeType,
  }
}

export const altNamesOf = (form: Pick<IssuingForm, 'altNames'>) => namesIn(form.altNames).map(({ name }) => name)
