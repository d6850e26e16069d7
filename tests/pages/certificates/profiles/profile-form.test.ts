import { expect, test } from 'vitest'
import { addProfile } from '#contract/keys/profiles.ts'
import { builtInProfiles, serverProfile } from '#contract/keys/rules/profiles/profile.ts'
import { formOfProfile, profileForm, type ProfileForm, toProfile } from '#pages/certificates/profiles/profile-form.ts'

const form = formOfProfile({ ...serverProfile, name: 'Shop servers' })
const wrongFields = (more: Partial<ProfileForm>, taken: readonly string[] = []) =>
  profileForm(taken)
    .safeParse({ ...form, ...more })
    .error?.issues.map(({ path }) => path.join('.')) ?? []

test.each(builtInProfiles)('every profile comes out of the form as it went in: $name', (profile) => {
  const sent = toProfile(formOfProfile(profile), profile)
  expect(sent).toEqual(profile)
  expect(addProfile.input.parse(sent)).toEqual(profile)
})

test('a purpose without a name keeps its object identifier', () => {
  const own = { ...serverProfile, extendedKeyUsage: ['serverAuth', '1.3.6.1.4.1.99999.7'] }
  expect(toProfile(formOfProfile(own), own).extendedKeyUsage).toEqual(own.extendedKeyUsage)
})

test('what the service would refuse stands at its field', () => {
  expect(wrongFields({})).toEqual([])
  expect(wrongFields({ name: 'server' })).toEqual(['name'])
  expect(wrongFields({}, ['shop SERVERS'])).toEqual(['name'])
  expect(wrongFields({ kind: 'authority' })).toEqual(['keyUsage.keyCertSign'])
  expect(wrongFields({ keyUsage: { ...form.keyUsage, cRLSign: true } })).toEqual(['keyUsage.cRLSign'])
  expect(wrongFields({ ownPurposes: 'everything' })).toEqual(['ownPurposes'])
  expect(wrongFields({ rsaBits: '0', ed25519: false, curves: { P256: false, P384: false, P521: false } })).toEqual([
    'rsaBits',
  ])
  expect(wrongFields({ names: { ...form.names, ip: false } })).toEqual(['required.ip'])
  expect(wrongFields({ domains: '*.example.com' })).toEqual(['domains'])
  expect(wrongFields({ maxDays: '36501' })).toEqual(['maxDays'])
})
