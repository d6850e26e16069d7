import * as z from 'zod/mini'
import { fromBase64 } from '#components/issuing/read/pem.ts'
import type { KeyMatch } from '#components/issuing/read/match-key.ts'
import { type RequestFacts, requestFacts } from '#components/issuing/read/read-request.ts'
import type { Input } from '#contract/endpoint.ts'
import type { importRequest } from '#contract/keys/requests.ts'
import type { Advice } from '#ui/wizard/wizard.ts'

export const factsIn = (text: string): RequestFacts | undefined => requestFacts(new TextEncoder().encode(text))

export const importForm = z
  .object({
    /** PEM. Not secret, so drafts may contain it. */
    request: z.string().check(z.refine((text) => factsIn(text) !== undefined, 'No signing request (PKCS #10) found')),
    /** Base64 of the key file; empty if no key is imported. */
    key: z.string(),
    keyName: z.string(),
    keyMatch: z.string(),
    /** The request that the key has been compared with. */
    keyFor: z.string(),
    password: z.string().check(z.maxLength(255, 'Use 255 characters or fewer')),
    email: z.string().check(z.regex(/^([^\s@,]+@[^\s@,]+)?$/, 'Enter one email address, or leave empty')),
  })
  .check(
    z.superRefine(({ key, password }, check) => {
      // required by importCSR if a key is sent
      if (key && !password)
        check.issues.push({
          code: 'custom',
          input: undefined,
          path: ['password'],
          message: 'Enter a password for the key',
        })
      if (/\p{Cc}/u.test(password))
        check.issues.push({
          code: 'custom',
          input: undefined,
          path: ['password'],
          message: 'Do not use control characters',
        })
    }),
  )
export type ImportForm = {
  request: string
  key: string
  keyName: string
  keyMatch: string
  keyFor: string
  password: string
  email: string
}
export const emptyImportForm: ImportForm = {
  request: '',
  key: '',
  keyName: '',
  keyMatch: '',
  keyFor: '',
  password: '',
  email: '',
}
export const importSecrets = [
  'key',
  'keyName',
  'keyMatch',
  'keyFor',
  'password',
] as const satisfies (keyof ImportForm)[]

export const keyWords: Record<KeyMatch, string> = {
  matches: 'The key matches this request.',
  'another key': 'The key does not match this request.',
  'no key': 'This file contains no private key.',
  encrypted:
    'The key is encrypted. The service decrypts it with the password and checks whether it matches the request.',
  unknown: 'This browser cannot check whether the key matches the request. The service will check it.',
}

export function importAdvice({ request, key, keyMatch, keyFor }: ImportForm): Advice[] {
  if (!key) return []
  if (keyFor !== request)
    return [
      { field: 'key', level: 'error', text: 'The request was changed.', next: 'Choose the key again, or remove it.' },
    ]
  if (keyMatch === 'another key' || keyMatch === 'no key')
    return [
      {
        field: 'key',
        level: 'error',
        text: keyWords[keyMatch],
        next: 'Choose another file, or continue without a key.',
      },
    ]
  return []
}

export function toImportInput({ request, key, keyName, password, email }: ImportForm): Input<typeof importRequest> {
  return {
    CSR: { name: 'request.csr', bytes: new TextEncoder().encode(request) },
    ...(key && { Key: { name: keyName, bytes: fromBase64(key) }, password }),
    ...(email && { Email: email }),
  }
}

/** Name of the request in lists: its common name, otherwise its first alternative name. */
export const nameOf = ({ subject, names }: RequestFacts): string => subject.commonName ?? names[0] ?? subject.text
