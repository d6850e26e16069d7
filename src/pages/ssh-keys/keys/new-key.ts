import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { createSshKey } from '#contract/keys/ssh.ts'

/** Lengths by key type, the default first (key-management, Limits). The length of Ed25519 is fixed. */
export const sshKeyLengths = {
  ed25519: [],
  'ssh-rsa': ['4096', '2048', '1024'],
  ecdsa: ['256', '384', '521'],
  'ssh-dss': ['1024'],
} as const satisfies Record<Input<typeof createSshKey>['keyType'], readonly string[]>
export type SshKeyType = keyof typeof sshKeyLengths

export const typeOptions = [
  { value: 'ed25519', label: 'Ed25519: short, fast, strong' },
  { value: 'ssh-rsa', label: 'RSA: for legacy systems' },
  { value: 'ecdsa', label: 'ECDSA' },
  { value: 'ssh-dss', label: 'DSA: obsolete' },
] as const satisfies readonly { value: SshKeyType; label: string }[]

/** Key names cannot contain commas, because getSSHkeysforuser separates names by commas. */
export const keyNameField = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name'),
    z.maxLength(255, 'At most 255 characters'),
    z.regex(/^[^,]*$/, 'Do not use commas'),
  )

export const newKeyForm = z
  .object({
    keyName: keyNameField,
    keyType: createSshKey.input.shape.keyType,
    length: z._default(z.string(), ''),
    comment: z.string().check(z.maxLength(1000, 'At most 1000 characters')),
    passPhrase: z.string(),
    repeated: z.string(),
  })
  .check(
    z.refine(({ passPhrase, repeated }) => passPhrase === repeated, {
      path: ['repeated'],
      message: 'The passphrases do not match',
    }),
  )

/** Omits empty text, and the length for types with a fixed one. */
export function toCreateSshKey(form: z.output<typeof newKeyForm>): Input<typeof createSshKey> {
  const { keyName, keyType, length, comment, passPhrase } = form
  return {
    keyName,
    keyType,
    ...(sshKeyLengths[keyType].length > 0 && { length }),
    ...(comment !== '' && { comment }),
    ...(passPhrase !== '' && { passPhrase }),
  }
}
