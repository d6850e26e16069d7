/** Credentials for hosts. The reference has passwords only; keys and sudo are extensions. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { existingName, extensionOf } from './extension.ts'
import { knownHostKeys } from './host-keys.ts'
import { operation } from './result.ts'

const of = extensionOf('applycredentials')

const secret = z.string().check(z.minLength(1), z.maxLength(1024))

/** Advice for operations that send a secret to a host. */
export const comparedFirst =
  'Refused until the host keys were compared: by scanHostKeys and trustHostKeys, or in this call with Known, fingerprints or known_hosts lines'

/** How a user logs in, and how root privileges are obtained. */
export const loginMethods = ['password', 'key', 'key-file'] as const
export const sudoMethods = ['none', 'no-password', 'password'] as const

export const setHostCredentials = endpoint({
  ...of('setHostCredentials'),
  summary: 'Set how a user logs in to a host: by password or SSH key, with or without sudo',
  target: ['UserName', 'ResourceName'],
  method: 'POST',
  input: z.object({
    ResourceName: existingName,
    UserName: existingName,
    Method: z.enum(loginMethods),
    Password: z.optional(secret),
    KeyName: z.optional(existingName),
    PrivateKey: z.optional(z.string().check(z.minLength(1), z.maxLength(100_000))),
    Passphrase: z.optional(secret),
    Sudo: z.enum(sudoMethods),
    SudoPassword: z.optional(secret),
    isAdmin: z.boolean(),
    Known: z.optional(knownHostKeys),
  }),
  output: operation('setHostCredentials'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
  danger: true,
  assumes: [
    'Credentials are tested on the host before they are stored',
    comparedFirst,
    'Method password requires Password; key requires KeyName; key-file requires PrivateKey, and Passphrase if it is encrypted',
    'isAdmin: also used for keys of other users; requires UID 0 or sudo',
  ],
})

export const removeHostCredentials = endpoint({
  ...of('removeHostCredentials'),
  summary: 'Remove the credentials of a user on a host; the host itself does not change',
  target: ['UserName', 'ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: existingName, UserName: existingName }),
  output: operation('removeHostCredentials'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
  danger: true,
})

export const hostCredentialRows = { setHostCredentials, removeHostCredentials }
