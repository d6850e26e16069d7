import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addAppLabel,
  addDeviceApps,
  createApp,
  deleteApp,
  getApp,
  getDeviceApp,
  listAppLabels,
  refreshDeviceApps,
  removeDeviceApps,
} from '#contract/mdm/apps.ts'
import { uploadFile } from '#contract/mdm/files.ts'
import { iconBytes } from '#contract/mdm/upload.ts'
import { startRunning, type Running } from '../../running.ts'
import { asking } from '../resources/asking.ts'

let running: Running
let call: ReturnType<typeof asking>
let device_id: string
beforeAll(async () => {
  running = await startRunning({ seed: 'large:40' })
  call = asking(running)
  device_id = (await call.deviceIds({ platform: 'Platform B', managed_status: ['2'] }))[0] ?? ''
})
afterAll(() => running.stop())

const zip = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 0x50, 0x4b, 5, 6]), Buffer.alloc(18)])
/** The id of a package that was uploaded. */
const uploaded = async () => {
  const { file_id = '' } = await call.ask(uploadFile, {
    file: { name: 'till.apk', size: zip.length, content: new Blob([zip]) },
  })
  return file_id
}
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]).toString('base64')
const till = { app_name: 'Till', app_type: 2, platform_type: 2, bundle_identifier: 'example.till', version: '1.0' }

test('an app is added, sent, installed, taken back and deleted, and counted on the way', async () => {
  const made = await call.ask(createApp, { ...till, app_file: await uploaded(), icon_file: png })
  const app_id = made.app_id ?? ''
  expect(made).toMatchObject({ ...till, device_count: 0, installed_count: 0, group_count: 0, release_labels: [] })
  const sending = { device_id, app_ids: [app_id] }
  await call.ask(addDeviceApps, sending)
  expect(await call.ask(getDeviceApp, { device_id, app_id })).toMatchObject({
    is_distributed: true,
    is_installed: false,
  })
  expect(await call.refusal(deleteApp, { app_id })).toMatchObject({ code: 'APP0002' })
  await call.ask(refreshDeviceApps, { device_id })
  expect(await call.ask(getDeviceApp, { device_id, app_id })).toMatchObject({ is_installed: true, app_version: '1.0' })
  expect(await call.ask(getApp, { app_id })).toMatchObject({ device_count: 1, installed_count: 1 })
  await call.ask(removeDeviceApps, sending)
  expect(await call.refusal(getDeviceApp, { device_id, app_id })).toMatchObject({ code: 'COM0008' })
  expect(await call.ask(getApp, { app_id })).toMatchObject({ device_count: 0, installed_count: 0 })
  await call.ask(deleteApp, { app_id })
  expect(await call.refusal(getApp, { app_id })).toMatchObject({ code: 'COM0008', status: 404 })
})

test('of an app without a version, none is told, installed or not', async () => {
  const { version: _, ...unversioned } = till
  const app = { ...unversioned, app_type: 1, bundle_identifier: 'example.unversioned' }
  const { app_id = '' } = await call.ask(createApp, app)
  await call.ask(addDeviceApps, { device_id, app_ids: [app_id] })
  const versions = async () => {
    const { app_version, app_version_code, is_installed } = await call.ask(getDeviceApp, { device_id, app_id })
    return { app_version, app_version_code, is_installed }
  }
  expect(await versions()).toEqual({ is_installed: false })
  await call.ask(refreshDeviceApps, { device_id })
  expect(await versions()).toEqual({ is_installed: true })
})

test('an app of another platform, and a device that is not enrolled, are refused', async () => {
  const { app_id = '' } = await call.ask(createApp, { ...till, app_type: 1, platform_type: 1 })
  expect(await call.refusal(addDeviceApps, { device_id, app_ids: [app_id] })).toMatchObject({ code: 'COM0015' })
  const [gone = ''] = await call.deviceIds({ managed_status: ['4'], limit: 1 })
  expect(await call.refusal(refreshDeviceApps, { device_id: gone })).toMatchObject({ code: 'COM0015', status: 412 })
  expect(await call.refusal(addDeviceApps, { device_id, app_ids: [] })).toMatchObject({ code: 'COM0009', status: 422 })
})

const ofSize = (signature: string, bytes: number) => {
  const file = Buffer.alloc(bytes)
  Buffer.from(signature, 'base64').copy(file)
  return file.toString('base64')
}

test.each([
  ['an enterprise app without a package', { app_type: 2 }, 'APP0001', 'app_file: an enterprise app needs its package'],
  [
    'a package that nobody has uploaded',
    { app_type: 2, app_file: '123456789012345' },
    'APP0001',
    'app_file: no file with this file_id waits to be used',
  ],
  ['a store app with a package', { app_type: 1, app_file: '1' }, 'APP0001', 'app_file: a store app has no package'],
  [
    'an archive as icon',
    { app_type: 1, icon_file: 'UEsDBAAA' },
    'FIL0001',
    'icon_file: this is not a PNG or JPEG image',
  ],
  [
    'an icon that is too large',
    { app_type: 1, icon_file: ofSize(png, iconBytes + 1) },
    'FIL0001',
    `icon_file: the file has ${iconBytes + 1} bytes, the maximum is ${iconBytes}`,
  ],
])('%s is refused, and the refusal names the file', async (_, given, code, message) => {
  const refused = await call.refusal(createApp, { ...till, bundle_identifier: 'example.no', ...given })
  expect(refused).toMatchObject({ code, message, status: 400 })
})

test('the largest icon fits into one call', async () => {
  const files = { app_file: await uploaded(), icon_file: ofSize(png, iconBytes) }
  const made = call.ask(createApp, { ...till, bundle_identifier: 'example.largest', ...files })
  await expect(made).resolves.toMatchObject({ bundle_identifier: 'example.largest', file_name: 'till.apk' })
})

test('an upload without a form, with other parts, or of nothing is refused by name', async () => {
  const headers = { authorization: await running.mdmKey() }
  const send = async (body: FormData | string, type?: string) => {
    const answer = await running.ask('/api/v1/mdm/files', {
      method: 'POST',
      headers: { ...headers, ...(type && { 'content-type': type }) },
      body,
    })
    return (await answer.json()) as { error_code: string; error_description: string }
  }
  const form = (part: string, content: Blob) => {
    const made = new FormData()
    made.append(part, content, 'till.apk')
    return made
  }
  expect(await send('{}', 'application/json')).toMatchObject({ error_code: 'COM0011' })
  expect(await send('no form', 'multipart/form-data; boundary=b')).toMatchObject({ error_code: 'COM0005' })
  expect(await send(form('other', new Blob([zip])))).toMatchObject({ error_code: 'COM0005' })
  expect(await send(form('file', new Blob([])))).toMatchObject({
    error_code: 'FIL0001',
    error_description: 'file: the file is empty',
  })
})

test('identifiers are unique for a platform, labels for an app', async () => {
  const store = { ...till, app_type: 1, bundle_identifier: 'example.once' }
  const { app_id = '' } = await call.ask(createApp, store)
  const message = `An app with the identifier example.once already exists: ${app_id}`
  const named = { ...store, app_name: 'Another name' }
  expect(await call.refusal(createApp, named)).toMatchObject({ code: 'COM0010', status: 409, message })
  const label = await call.ask(addAppLabel, { app_id, release_label_name: 'Beta' })
  expect((await call.ask(listAppLabels, { app_id })).rows).toEqual([label])
  expect(await call.refusal(addAppLabel, { app_id, release_label_name: 'BETA' })).toMatchObject({ code: 'COM0010' })
})

test('creating answers 201 with the app, a deletion 204 and a distribution 202 with nothing', async () => {
  const headers = { authorization: await running.mdmKey(), 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: string) => {
    const answer = await running.ask(`/api/v1/mdm${path}`, { method, headers, ...(body !== undefined && { body }) })
    return { status: answer.status, text: await answer.text() }
  }
  const made = await send(
    'POST',
    '/apps',
    JSON.stringify({ ...till, app_type: 1, bundle_identifier: 'example.status' }),
  )
  expect(made.status).toBe(201)
  const [, app = ''] = /"app_id":(\d+)/.exec(made.text) ?? []
  expect(await send('POST', `/devices/${device_id}/apps`, `{"app_ids":[${app}]}`)).toEqual({ status: 202, text: '' })
  expect(await send('DELETE', `/devices/${device_id}/apps`, `{"app_ids":[${app}]}`)).toEqual({ status: 202, text: '' })
  expect(await send('DELETE', `/apps/${app}`)).toEqual({ status: 204, text: '' })
})
