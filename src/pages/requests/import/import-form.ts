import * as z from 'zod'
import { fromBase64 } from '#components/issuing/read/der.ts'
import type { KeyMatch } from '#components/issuing/read/match-key.ts'
import { type RequestFacts, requestFacts } from '#components/issuing/read/read-request.ts'
import type { Input } from '#contract/endpoint.ts'
import type { importRequest } from '#contract/keys/requests.ts'
import type { Advice } from '#ui/wizard/wizard.ts'

export const factsIn = (text: string): RequestFacts | undefined => requestFacts(new TextEncoder().encode(text))

export const importForm = z
  .object({
    /** PEM. It is public: a draft may keep it. */
    request: z.string().refine((text) => factsIn(text) !== undefined, 'There is no signing request (PKCS #10) in this'),
    /** Base64 of the file; empty where the key stays where it is. */
    key: z.string(),
    keyName: z.string(),
    keyMatch: z.string(),
    /** The request that the key was compared with. */
    keyFor: z.string(),
    password: z.string().max(255, 'At most 255 characters are taken'),
    email: z.string().regex(/^([^\s@,]+@[^\s@,]+)?$/, 'Enter one mail address, or nothing'),
  })
  .superRefine(({ key, password }, check) => {
    // key-management 30: mandatory when a key is given
    if (key && !password) check.addIssue({ code: 'custom', path: ['password'], message: 'A key needs a password' })
    if (/\p{Cc}/u.test(password))
      check.addIssue({ code: 'custom', path: ['password'], message: 'No control characters' })
  })
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
  matches: 'It is the key of this request.',
  'another key': 'It is not the key of this request.',
  'no key': 'There is no private key in this file.',
  encrypted: 'It is encrypted: the service opens it with the password, and says whether it belongs to the request.',
  unknown: 'This browser cannot tell whether it belongs to the request; the service does.',
}

export function importAdvice({ request, key, keyMatch, keyFor }: ImportForm): Advice[] {
  if (!key) return []
  if (keyFor !== request)
    return [
      { field: 'key', level: 'error', text: 'The request was changed.', next: 'Choose the key again, or remove it.' },
    ]
  if (keyMatch === 'another key' || keyMatch === 'no key')
    return [
      { field: 'key', level: 'error', text: keyWords[keyMatch], next: 'Choose another file, or go on without a key.' },
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

/** What lists will call it: its common name, or else the first name that it has. */
export const nameOf = ({ subject, names }: RequestFacts): string => subject.commonName ?? names[0] ?? subject.text
