import * as z from 'zod'
import { isTooManyNames, mostNames, namesIn } from './names.ts'

const storesWithPassword = ['PKCS12', 'JKS']
const shortestOfJks = 6
const aWholeNumber = /^([1-9]\d{0,8})?$/

/** What a person wants in a request or a certificate, as the screen has it: texts, and names one in each line. */
export const issuingForm = z
  .object({
    audience: z.enum(['public', 'private']),
    legacy: z.boolean(),
    commonName: z.string().refine((text) => text.trim() !== '', 'Enter a common name'),
    organization: z.string(),
    unit: z.string(),
    locality: z.string(),
    state: z.string(),
    country: z.string(),
    altNames: z.string().refine((text) => !isTooManyNames(text), `Enter ${mostNames} names or fewer`),
    algorithm: z.enum(['RSA', 'EC', 'Ed25519']),
    rsaBits: z.string(),
    curve: z.string(),
    /** Empty: that of the key's strength. */
    digest: z.enum(['', 'SHA256', 'SHA384', 'SHA512']),
    validity: z.string().regex(aWholeNumber, 'Enter a whole number above 0, or leave empty'),
    validityType: z.enum(['days', 'hours', 'minutes']),
    storeType: z.enum(['PKCS12', 'JKS', 'PEM']),
    password: z.string().max(255, 'Use 255 characters or fewer'),
    passwordAgain: z.string(),
    /** Who signs it at once: nobody (empty), itself, or a root by its serial number. */
    issuer: z.string(),
  })
  .superRefine(({ storeType, password, passwordAgain }, check) => {
    const say = (path: 'password' | 'passwordAgain', message: string) =>
      check.addIssue({ code: 'custom', path: [path], message })
    if (!password && storesWithPassword.includes(storeType)) say('password', 'Enter a key store password')
    if (password && storeType === 'JKS' && password.length < shortestOfJks)
      say('password', `A JKS password requires ${shortestOfJks} characters or more`)
    if (/\p{Cc}/u.test(password)) say('password', 'Do not use control characters')
    if (password !== passwordAgain) say('passwordAgain', 'The passwords do not match')
  })
export type IssuingForm = z.output<typeof issuingForm>

export const issuingSecrets = ['password', 'passwordAgain'] as const satisfies (keyof IssuingForm)[]

export const emptyForm: IssuingForm = {
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
  password: '',
  passwordAgain: '',
  issuer: '',
}

const secondsOf = { days: 86_400, hours: 3600, minutes: 60 } as const

/** Undefined where it is left to whoever signs. */
export const validitySeconds = ({ validity, validityType }: IssuingForm): number | undefined =>
  /^\d+$/.test(validity) ? Number(validity) * secondsOf[validityType] : undefined

/** Ed25519 has one length only. */
export const bitsOf = ({ algorithm, rsaBits, curve }: IssuingForm): string | undefined =>
  algorithm === 'Ed25519' ? undefined : algorithm === 'RSA' ? rsaBits : curve

export const altNamesOf = (form: Pick<IssuingForm, 'altNames'>) => namesIn(form.altNames).map(({ name }) => name)
