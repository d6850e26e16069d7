/** Host keys, verified before a secret is sent to a host. An extension of the reference. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, listOf, record, text } from '#contract/wire.ts'
import { existingName, extensionOf } from './extension.ts'
import { detailOf, operation, rowsOf } from './result.ts'

const of = extensionOf('getAllSSHResourceDetails')

/** Fingerprints, output of ssh-keyscan or ssh-keygen -l, or lines of known_hosts. */
export const knownHostKeys = z.string().check(z.maxLength(1_000_000))
const hostKeys = z
  .array(
    z.object({
      Type: z.string().check(z.regex(/^[!-~]{1,60}$/, 'must be a type such as ssh-ed25519')),
      Fingerprint: z.string().check(z.regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be a SHA-256 fingerprint')),
    }),
  )
  .check(z.minLength(1), z.maxLength(20))

export const scanHostKeys = endpoint({
  ...of('scanHostKeys'),
  summary: 'Read the host keys of all types without a sign-in, and compare them',
  target: ['ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: existingName, Known: z.optional(knownHostKeys) }),
  output: detailOf(
    'scanHostKeys',
    record({
      HostKeys: listOf(record({ Type: text, Fingerprint: text, MD5: text, Known: text, Comparison: text })),
      Unmatched: listOf(text),
      OtherHosts: integer,
      UnreadableLines: integer,
    }),
  ),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
  assumes: [
    'Known: fingerprints (SHA-256 or MD5), output of ssh-keyscan or ssh-keygen -l, or lines of known_hosts',
    'A known key that the host does not show blocks the host; all known keys shown again unblock it',
  ],
})

export const trustHostKeys = endpoint({
  ...of('trustHostKeys'),
  summary: 'Trust host keys that were compared',
  target: ['ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: existingName, HostKeys: hostKeys, Known: z.optional(knownHostKeys) }),
  output: operation('trustHostKeys'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
  assumes: ['Adds keys of types that are not known yet; a known key is replaced by replaceHostKeys only'],
})

export const replaceHostKeys = endpoint({
  ...of('replaceHostKeys'),
  summary: 'Accept changed host keys in place of all known ones',
  target: ['ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: existingName, HostKeys: hostKeys, Known: z.optional(knownHostKeys) }),
  output: operation('replaceHostKeys'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
  danger: true,
  reason: true,
})

export const forgetHostKey = endpoint({
  ...of('forgetHostKey'),
  summary: 'Forget the host keys; no secret is sent to the host until they are compared again',
  target: ['ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: existingName }),
  output: operation('forgetHostKey'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
  danger: true,
  reason: true,
})

export const listHostKeys = endpoint({
  ...of('listHostKeys'),
  summary: 'Host keys and credentials of all hosts',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listHostKeys',
    record({
      ResourceName: text,
      HostKey: text,
      HostKeys: listOf(record({ Type: text, Fingerprint: text, TrustedHow: text, TrustedBy: text, TrustedTime: text })),
      Change: record({ Type: text, Known: text, Seen: text, SeenTime: text }),
      Credentials: listOf(
        record({
          UserName: text,
          isAdmin: flag,
          Method: text,
          KeyName: text,
          Sudo: text,
          AppliedTime: text,
        }),
      ),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-resource', 'keys.ssh-association'],
  assumes: [
    'HostKey is the SHA-256 fingerprint of the first of HostKeys; absent before the first connection',
    'TrustedHow: compared (with fingerprints or a file), confirmed (by a person), first-use (not compared; by versions before 0.3 only)',
    'Change: a known key that the host did not show; nothing is sent to the host while it stands',
  ],
})

export const hostKeyRows = { scanHostKeys, trustHostKeys, replaceHostKeys, forgetHostKey, listHostKeys }
