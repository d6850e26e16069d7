import { rootCertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDeviceRestrictions } from '#contract/mdm/device-parts.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { addGroupMembers, addGroupProfiles, createGroup, getGroup, removeGroupProfiles } from '#contract/mdm/groups.ts'
import {
  addDeviceProfiles,
  addProfilePayload,
  createProfile,
  deleteProfile,
  deleteProfilePayload,
  deleteProfiles,
  getDeviceProfile,
  getProfile,
  listDeviceProfiles,
  listProfilePayloads,
  listProfiles,
  publishProfile,
  removeDeviceProfiles,
  updateProfile,
  updateProfilePayload,
} from '#contract/mdm/profiles.ts'
import { restrictionValues } from '#contract/mdm/restriction-legend.ts'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import { startRunning, type Running } from '../../running.ts'
import { asking } from '../resources/asking.ts'

let running: Running
let call: ReturnType<typeof asking>
let deviceId: string
beforeAll(async () => {
  running = await startRunning({ seed: 'large:40' })
  call = asking(running)
  deviceId = (await call.deviceIds({ platform: 'Platform A', managed_status: ['2'] }))[0] ?? ''
})
afterAll(() => running.stop())

const made = async (profile_name: string, platform_type = 1) =>
  (await call.ask(createProfile, { profile_name, platform_type })).profile_id ?? ''
const wifi = { payload_type: 'wifi', payload: { ssid: 'HV-GUEST', security_type: 'wpa3' } }
const published = async (profile_name: string) => {
  const profile_id = await made(profile_name)
  await call.ask(addProfilePayload, { profile_id, ...wifi })
  await call.ask(publishProfile, { profile_id })
  return profile_id
}

test('a profile is made, given a payload, published, sent to a device, and counted', async () => {
  const profile_id = await made('Guest Wi-Fi')
  expect(await call.ask(getProfile, { profile_id })).toMatchObject({
    profile_status_id: 1,
    profile_status: 'Yet to deploy',
    profile_version: 1,
    device_count: 0,
  })
  expect(await call.refusal(publishProfile, { profile_id })).toMatchObject({ code: 'COM0009' })
  const sending = { device_id: deviceId, profile_ids: [profile_id] }
  expect(await call.refusal(addDeviceProfiles, sending)).toMatchObject({ code: 'COM0015', status: 412 })
  await call.ask(addProfilePayload, { profile_id, ...wifi })
  expect((await call.ask(listProfilePayloads, { profile_id })).rows).toMatchObject([wifi])
  await call.ask(publishProfile, { profile_id })
  await call.ask(addDeviceProfiles, sending)
  await call.ask(addDeviceProfiles, sending)
  expect(await call.ask(getProfile, { profile_id })).toMatchObject({ profile_status_id: 110, device_count: 1 })
  expect(await call.ask(getDeviceProfile, { device_id: deviceId, profile_id })).toMatchObject({
    profile_name: 'Guest Wi-Fi',
    device_count: 1,
    status: 6,
  })
  expect(await call.refusal(deleteProfile, { profile_id })).toMatchObject({ code: 'APP0002', status: 412 })
  await call.ask(removeDeviceProfiles, sending)
  expect(await call.refusal(removeDeviceProfiles, sending)).toMatchObject({ code: 'COM0008' })
  expect(await call.ask(getProfile, { profile_id })).toMatchObject({ device_count: 0 })
})

test('a profile of a group is on its devices of that platform, and is taken back at the group', async () => {
  const profile_id = await published('Group Wi-Fi')
  const others = await call.deviceIds({ platform: 'Platform B', managed_status: ['2'] })
  const { group_id = '' } = await call.ask(createGroup, { name: 'Lobby' })
  await call.ask(addGroupMembers, { group_id, member_ids: [deviceId, ...others] })
  await call.ask(addGroupProfiles, { group_id, profile_ids: [profile_id] })
  expect(await call.ask(getGroup, { group_id })).toMatchObject({
    profile_count: 1,
    profiles: [{ profile_id, profile_name: 'Group Wi-Fi' }],
    device_count: others.length + 1,
  })
  expect(await call.ask(getProfile, { profile_id })).toMatchObject({ device_count: 1, group_count: 1 })
  const onDevice = async (device_id: string) =>
    (await call.ask(listDeviceProfiles, { device_id })).rows.some((profile) => profile.profile_id === profile_id)
  expect([await onDevice(deviceId), await onDevice(others[0] ?? '')]).toEqual([true, false])
  const taking = { device_id: deviceId, profile_ids: [profile_id] }
  expect(await call.refusal(removeDeviceProfiles, taking)).toMatchObject({ code: 'COM0015' })
  await call.ask(removeGroupProfiles, { group_id, profile_ids: [profile_id] })
  expect(await onDevice(deviceId)).toBe(false)
  expect(await call.refusal(removeGroupProfiles, { group_id, profile_ids: [profile_id] })).toMatchObject({
    code: 'COM0008',
  })
})

test('a deleted profile lies in the trash first, and is gone when it is deleted there', async () => {
  const [one, two] = [await published('Trash one'), await published('Trash two')]
  await call.ask(deleteProfiles, { profile_ids: [one, two] })
  const ids = async (include_trash?: boolean) =>
    (await call.ask(listProfiles, { search: 'Trash', include_trash })).rows.map(({ profile_id }) => profile_id)
  expect(await ids()).toEqual([])
  expect(await ids(true)).toEqual([one, two])
  expect(await call.ask(getProfile, { profile_id: one })).toMatchObject({ is_moved_to_trash: true })
  expect(await call.refusal(publishProfile, { profile_id: one })).toMatchObject({ code: 'COM0015' })
  await call.ask(deleteProfile, { profile_id: one })
  expect(await call.refusal(getProfile, { profile_id: one })).toMatchObject({ code: 'COM0008' })
})

test('all or none: one unknown profile among many changes nothing', async () => {
  const profile_id = await published('All or none')
  const wanted = { device_id: deviceId, profile_ids: [profile_id, '7'] }
  expect(await call.refusal(addDeviceProfiles, wanted)).toMatchObject({ code: 'COM0008' })
  expect(await call.refusal(deleteProfiles, { profile_ids: [profile_id, '7'] })).toMatchObject({ code: 'COM0008' })
  expect(await call.ask(getProfile, { profile_id })).toMatchObject({ device_count: 0, is_moved_to_trash: false })
})

test('names are unique for a platform, and a change needs something to change', async () => {
  const profile_id = await made('Twice')
  const again = { profile_name: 'TWICE', platform_type: 1 }
  expect(await call.refusal(createProfile, again)).toMatchObject({ code: 'COM0010', status: 409 })
  await expect(call.ask(createProfile, { ...again, platform_type: 2 })).resolves.toHaveProperty('profile_id')
  expect(await call.refusal(updateProfile, { profile_id })).toMatchObject({ code: 'COM0009' })
  expect(await call.ask(updateProfile, { profile_id, profile_name: 'Once' })).toMatchObject({ profile_name: 'Once' })
})

const tooLarge = (bytes: number) => {
  const image = Buffer.alloc(bytes)
  image.write('\x89PNG\r\n\x1a\n', 'latin1')
  return image.toString('base64')
}

test('a device keeps to the restrictions of its profiles as they were published', async () => {
  const profile_id = await made('Camera rules')
  const { camera: before } = await call.ask(getDevice, { device_id: deviceId })
  const rules = { profile_id, payload_type: 'restrictions', payload: { camera: before === 3 ? -1 : 3 } }
  const { payload_id = '' } = await call.ask(addProfilePayload, rules)
  await call.ask(publishProfile, { profile_id })
  const sending = { device_id: deviceId, profile_ids: [profile_id] }
  await call.ask(addDeviceProfiles, sending)
  const reported = async () => [
    (await call.ask(getDevice, { device_id: deviceId })).camera,
    (await call.ask(getDeviceRestrictions, { device_id: deviceId })).camera,
  ]
  expect(await reported()).toEqual([rules.payload.camera, rules.payload.camera])
  const draft = { camera: 1 }
  await call.ask(updateProfilePayload, { profile_id, payload_id, payload: draft })
  expect(await reported()).toEqual([rules.payload.camera, rules.payload.camera])
  await call.ask(publishProfile, { profile_id })
  expect(await reported()).toEqual([1, 1])
  await call.ask(removeDeviceProfiles, sending)
  expect(await reported()).toEqual([before, before])
})

test('a profile can set each of the 214 restrictions', async () => {
  const profile_id = await made('All restrictions')
  const payload = Object.fromEntries(restrictionNames.map((name) => [name, restrictionValues(name).at(-1) ?? null]))
  const added = await call.ask(addProfilePayload, { profile_id, payload_type: 'restrictions', payload })
  expect(added.payload).toEqual(payload)
  expect(Object.keys(payload)).toHaveLength(214)
  expect((await call.ask(listProfilePayloads, { profile_id })).rows).toEqual([added])
})

test('certificate, email and kiosk payloads are taken as they were sent', async () => {
  const profile_id = await made('Three payloads')
  const payloads = {
    certificate: {
      certificate_name: 'Root',
      certificate_file: Buffer.from(rootCertificates[0] ?? '').toString('base64'),
    },
    email: {
      account_name: 'Work',
      incoming_protocol: 'imap',
      incoming_server: 'imap.example.com',
      incoming_port: 993,
      outgoing_server: 'smtp.example.com',
      encryption: 'tls',
    },
    kiosk: { app_identifier: 'com.example.till' },
  }
  for (const [payload_type, payload] of Object.entries(payloads))
    await call.ask(addProfilePayload, { profile_id, payload_type, payload })
  const { rows } = await call.ask(listProfilePayloads, { profile_id })
  expect(rows.map(({ payload_type, payload }) => [payload_type, payload])).toEqual(Object.entries(payloads))
})

test('of a payload, what is given changes and what is null goes; the profile has to be published again', async () => {
  const profile_id = await made('Edited')
  const payload = { camera: 0, allow_usb: 1 }
  const { payload_id = '' } = await call.ask(addProfilePayload, { profile_id, payload_type: 'restrictions', payload })
  await call.ask(publishProfile, { profile_id })
  const change = { profile_id, payload_id, payload: { camera: 1, allow_usb: null, allow_popups: 0 } }
  const changed = await call.ask(updateProfilePayload, change)
  expect(changed).toMatchObject({ payload_id, payload_version: 2, payload: { camera: 1, allow_popups: 0 } })
  expect(changed.payload).not.toHaveProperty('allow_usb')
  expect(await call.ask(getProfile, { profile_id })).toMatchObject({ profile_status_id: 1 })
  const unknownValue = { camera: 9 }
  expect(await call.refusal(updateProfilePayload, { ...change, payload: unknownValue })).toMatchObject({
    code: 'PAY0004',
  })
  const nothingLeft = { camera: null, allow_popups: null }
  expect(await call.refusal(updateProfilePayload, { ...change, payload: nothingLeft })).toMatchObject({
    code: 'PAY0002',
  })
  await call.ask(deleteProfilePayload, { profile_id, payload_id })
  expect((await call.ask(listProfilePayloads, { profile_id })).rows).toEqual([])
  expect(await call.refusal(deleteProfilePayload, { profile_id, payload_id })).toMatchObject({ code: 'COM0008' })
})

test.each([
  [undefined, undefined, 'PAY0002', 'payload_type'],
  ['wifi', undefined, 'PAY0002', 'payload'],
  ['wifi', { ssid: 'x' }, 'PAY0002', 'security_type'],
  ['wifi', { ssid: '', security_type: 'wpa2' }, 'PAY0002', 'ssid'],
  ['restrictions', {}, 'PAY0002', 'payload'],
  ['toaster', { heat: 3 }, 'PAY0004', 'payload_type'],
  ['__proto__', { heat: 3 }, 'PAY0004', 'payload_type'],
  ['wifi', { ssid: 'x'.repeat(33), security_type: 'wpa2' }, 'PAY0004', 'ssid'],
  ['wifi', { ssid: 'x', security_type: 'wep' }, 'PAY0004', 'security_type'],
  ['wifi', { ssid: 'x', security_type: 'none', password: 'p' }, 'PAY0004', 'password'],
  ['passcode', { min_length: 17 }, 'PAY0004', 'min_length'],
  ['passcode', { min_length: '6' }, 'PAY0004', 'min_length'],
  ['passcode', { min_length: 6.5 }, 'PAY0004', 'min_length'],
  ['vpn', { server: 'a b', connection_type: 'ikev2' }, 'PAY0004', 'server'],
  ['web_clip', { label: 'x', url: 'data:text/html,x' }, 'PAY0004', 'url'],
  ['restrictions', { camera: 7 }, 'PAY0004', 'camera'],
  ['restrictions', { allow_popups: 3 }, 'PAY0004', 'allow_popups'],
  ['restrictions', { clear_data_for_all_apps: 1 }, 'PAY0004', 'clear_data_for_all_apps'],
  ['restrictions', { allow_teleport: 1 }, 'PAY0004', 'allow_teleport'],
  ['email', { account_name: 'Work' }, 'PAY0002', 'incoming_protocol'],
  ['kiosk', { app_identifier: 'two words' }, 'PAY0004', 'app_identifier'],
  ['certificate', { certificate_name: 'Root', certificate_file: 'bm8gY2VydA==' }, 'FIL0001', 'certificate_file'],
  ['wallpaper', { image: tooLarge(128 * 1024) }, 'PAY0001', 'image'],
  ['web_clip', { label: 'x', url: 'https://a.example/', icon: tooLarge(32 * 1024) }, 'PAY0001', 'icon'],
  ['wallpaper', { image: 'AAAA' }, 'PAY0004', 'image'],
  ['wallpaper', { image: 'iVBORw0KGgo=AAAA' }, 'PAY0004', 'image'],
])('a payload %s of %j is %s, and names %s', async (payload_type, payload, code, field) => {
  const [profile] = (await call.ask(listProfiles, { limit: 1 })).rows
  const wanted = { profile_id: profile?.profile_id ?? '', payload_type, payload }
  const refused = await call.refusal(addProfilePayload, wanted)
  expect(refused).toMatchObject({ code, status: 400 })
  expect(refused.message).toContain(field)
})
