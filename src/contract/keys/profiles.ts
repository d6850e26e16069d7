/** Certificate profiles and their assignment to authorities. An extension of the reference. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, listOf, record, text } from '#contract/wire.ts'
import { extensionOf } from './extension.ts'
import { operation, rowsOf } from './result.ts'
import { authorityPermission } from './rules/authority-rules.ts'
import { isObjectIdentifier, keyUsageNames, purposeNames } from './rules/profiles/key-usage.ts'
import { maxProfileDays, nameKinds } from './rules/profiles/profile.ts'

const of = extensionOf('signCSR and createCertificate')

const maxNamed = 100
export const profileName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const purpose = z.union([
  z.enum(purposeNames),
  z.string().check(z.refine(isObjectIdentifier, 'must be a known purpose or an object identifier')),
])
const kinds = z.array(z.enum(nameKinds)).check(z.maxLength(nameKinds.length))

export const profileFields = {
  description: z.string().check(z.maxLength(500)),
  isAuthority: z.boolean(),
  keyUsage: z.array(z.enum(keyUsageNames)).check(z.minLength(1), z.maxLength(keyUsageNames.length)),
  extendedKeyUsage: z.array(purpose).check(z.maxLength(maxNamed)),
  optionalUsage: z.array(purpose).check(z.maxLength(maxNamed)),
  maxDays: z.int().check(z.minimum(1), z.maximum(maxProfileDays)),
  rsaBits: z.int().check(z.minimum(0), z.maximum(16_384)),
  curves: z.array(z.int().check(z.minimum(1), z.maximum(1024))).check(z.maxLength(10)),
  ed25519: z.boolean(),
  names: kinds,
  requiredNames: kinds,
  domains: z.array(z.string().check(z.minLength(1), z.maxLength(253))).check(z.maxLength(maxNamed)),
}

export const listProfiles = endpoint({
  ...of('listProfiles'),
  summary: 'Certificate profiles: usage, keys, names and validity',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listProfiles',
    record({
      name: text,
      description: text,
      isBuiltIn: flag,
      isAuthority: flag,
      keyUsage: listOf(text),
      extendedKeyUsage: listOf(text),
      optionalUsage: listOf(text),
      maxDays: integer,
      rsaBits: integer,
      curves: listOf(integer),
      ed25519: flag,
      names: listOf(text),
      requiredNames: listOf(text),
      domains: listOf(text),
      createdBy: text,
      /** Common names of authorities restricted to this and possibly other profiles. */
      authorities: listOf(text),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.profile', 'keys.certificate'],
  assumes: [
    'rsaBits is the shortest RSA key, 0 allows none; curves are 256, 384 and 521',
    'optionalUsage is added where the request asks for it; keyEncipherment applies to RSA keys, keyAgreement to EC keys',
    'domains limits host names and email addresses, including subdomains',
  ],
})

export const addProfile = endpoint({
  ...of('addProfile'),
  summary: 'Add a certificate profile',
  target: ['name'],
  method: 'POST',
  input: z.object({ name: profileName, ...profileFields }),
  output: operation('addProfile'),
  permission: authorityPermission,
  changes: ['keys.profile'],
  danger: true,
})

export const changeProfile = endpoint({
  ...of('changeProfile'),
  summary: 'Change a certificate profile; issued certificates do not change',
  target: ['name'],
  method: 'POST',
  input: z.object({ name: profileName, ...profileFields }),
  output: operation('changeProfile'),
  permission: authorityPermission,
  changes: ['keys.profile'],
  danger: true,
  assumes: ['Built-in profiles cannot be changed'],
})

export const removeProfile = endpoint({
  ...of('removeProfile'),
  summary: 'Delete a certificate profile; issued certificates do not change',
  target: ['name'],
  method: 'POST',
  input: z.object({ name: profileName }),
  output: operation('removeProfile'),
  permission: authorityPermission,
  changes: ['keys.profile'],
  danger: true,
  assumes: ['Refused for built-in profiles and while an authority is limited to it'],
})

export const setAuthorityProfiles = endpoint({
  ...of('setAuthorityProfiles'),
  summary: 'Limit an internal authority to some profiles; without any it issues all',
  target: ['sha256'],
  method: 'POST',
  input: z.object({
    sha256: z.string().check(z.minLength(1), z.maxLength(200)),
    profiles: z.array(profileName).check(z.maxLength(maxNamed)),
  }),
  output: operation('setAuthorityProfiles'),
  permission: authorityPermission,
  changes: ['keys.profile', 'keys.certificate'],
  danger: true,
  assumes: ['sha256 as in listAuthorities'],
})

export const profileRows = { listProfiles, addProfile, changeProfile, removeProfile, setAuthorityProfiles }
