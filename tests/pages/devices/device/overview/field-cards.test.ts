import { expect, test } from 'vitest'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import { certificateFields } from '#contract/mdm/payload-fields.ts'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import { usageTables } from '#pages/devices/device/overview/data-usage.ts'
import { fieldCards } from '#pages/devices/device/overview/field-cards.ts'
import { countOf, findFields } from '#pages/devices/device/overview/field-search.ts'
import { withoutSecrets } from '#components/devices/raw-record.ts'
import { everyField, hostileWire, received } from '../../records.ts'

const cards = (wire: Record<string, unknown>) => fieldCards(received(wire))
const cardAt = (wire: Record<string, unknown>, id: string) => cards(wire).find((card) => card.id === id)
const itemAt = (wire: Record<string, unknown>, path: string) =>
  cards(wire)
    .flatMap(({ items }) => items)
    .find((item) => item.path === path)

test('every field of the reference is on the overview, or on the tab that is about it', () => {
  const device = received(everyField().wire)
  const onOverview = fieldCards(device).flatMap(({ items, tables }) => [...items, ...tables].map(({ path }) => path))
  const onOtherTabs = [
    ...restrictionNames,
    ...Object.keys(certificateFields),
    'certificates',
    'managedcertificates',
    'unmanagedcertificates',
    'vendor_restricions',
    'commands',
  ]
  const inUsageTable = ['network', 'network_usage', ...usageTables(device).flatMap(({ fields }) => Object.keys(fields))]
  const objectsShownByField = [
    'os',
    'user',
    'summary',
    'security',
    'vendor_vault',
    'vendor_details',
    'release_label_details',
  ]
  const somewhere = new Set([...onOverview, ...onOtherTabs, ...inUsageTable, ...objectsShownByField])
  expect(Object.keys(deviceFields).filter((name) => !somewhere.has(name))).toEqual([])
})

test('a nested value fills in for a missing flat one, and says where it stands', () => {
  expect(itemAt({ os: { os_version: '17.2' } }, 'os.os_version')).toMatchObject({ label: 'OS version', value: '17.2' })
})

test('the flat value wins over a nested one, and the difference is noted', () => {
  expect(itemAt({ os_version: '17.4', os: { os_version: '17.2' } }, 'os_version')).toMatchObject({
    value: '17.4',
    differs: [{ path: 'os.os_version', value: '17.2' }],
  })
  expect(
    itemAt({ is_encryption_enabled: true, security: { is_encryption_enabled: 'true' } }, 'is_encryption_enabled')
      ?.differs,
  ).toEqual([])
})

test('a field that only an object has is shown under its path', () => {
  expect(itemAt({ vendor_details: { vendor_version: '3.1' } }, 'vendor_details.vendor_version')?.value).toBe('3.1')
})

test('a passcode nobody reported on is unknown, not absent', () => {
  const security = cardAt({}, 'security')
  expect(security?.items).toContainEqual(expect.objectContaining({ name: 'passcode_present', value: undefined }))
})

test('fields that were not sent are listed, fields of a wrong type are not among them', () => {
  const identity = cardAt({ device_id: '1', serial_number: { is: 'an object' } }, 'identity')
  expect(identity?.missing).toContain('udid')
  expect(identity?.missing).not.toContain('serial_number')
  expect(identity?.missing).not.toContain('device_id')
})

test('unknown fields and wrong types are kept apart, wherever they stand', () => {
  const found = cards({ new_field: 1, os: { codename: 'x', os_version: { a: 1 } }, udid: ['a', 'b'], constructor: 'c' })
  const paths = (id: string) => found.find((card) => card.id === id)?.items.map(({ path }) => path)
  expect(paths('unknown')).toEqual(['new_field', 'constructor', 'os.codename'])
  expect(paths('unexpected')).toEqual(['udid', 'os.os_version'])
})

test('a list of objects becomes a table with the columns that are used, unknown ones included', () => {
  const table = cards({ sims: [{ iccid: '1', esim: true }, { imei: '2' }] })
    .flatMap(({ tables }) => tables)
    .find(({ path }) => path === 'sims')
  expect(Object.keys(table?.fields ?? {})).toEqual(['iccid', 'imei', 'esim'])
  expect(table?.rows).toHaveLength(2)
})

test('data usage is one table with a row per source', () => {
  const [usage] = usageTables(
    received({
      incoming_network_usage: 5,
      network: { resource_id: 7, incoming_network_usage: 6 },
      network_usage: { device_id: 8 },
    }),
  )
  expect(usage?.rows.map((row) => [row.source, row.incoming_network_usage])).toEqual([
    ['Device record', 5],
    ['network', 6],
    ['network_usage', undefined],
  ])
  expect(Object.keys(usage?.fields ?? {})).toEqual(['source', 'resource_id', 'incoming_network_usage', 'device_id'])
})

test('a field is found by label, wire name, note, value and meaning', () => {
  const device = cards({ battery_level: 41, agent_type: 3, wifi_mac: '02:00:00:aa:bb:cc', sims: [{ iccid: '8949' }] })
  const names = (wanted: string) =>
    findFields(device, wanted).flatMap(({ items, tables }) => [...items, ...tables].map(({ path }) => path))
  expect(names('battery')).toEqual(['battery_level'])
  expect(names('wi-fi mac')).toEqual(['wifi_mac'])
  expect(names('AA:BB')).toEqual(['wifi_mac'])
  expect(names('safe_agent')).toEqual(['agent_type'])
  expect(names('8949')).toEqual(['sims'])
  expect(findFields(device, 'udid').flatMap(({ missing }) => missing)).toEqual(['udid'])
  expect(findFields(device, 'no such thing')).toEqual([])
  expect(countOf(findFields(device, ''))).toBe(countOf(device))
})

test('a firmware password is neither found by its value nor part of the raw record', () => {
  const secret = 'canary-firmware-password'
  for (const value of [secret, { value: secret }, [secret, { a: secret }]]) {
    const device = received({ firmware_password: value, os: { firmware_password: value } })
    expect(findFields(fieldCards(device), 'canary-firm')).toEqual([])
    expect(JSON.stringify(withoutSecrets(device))).not.toContain(secret)
  }
})

test('the raw record is what came, wrong types in their places', () => {
  expect(withoutSecrets(received({ udid: ['a'], ':id': 9007199254741993n, extra: { b: 1 } }))).toEqual({
    udid: ['a'],
    ':id': '9007199254741993',
    extra: { b: 1 },
  })
})

test('a hostile record is shaped without a fault', () => {
  expect(countOf(cards(hostileWire()))).toBeGreaterThan(20)
})

test('a list within a list is a table of its own, each row with the row that it belongs to', () => {
  const profiles = [
    { payload_uuid: 'a', payloadcontent: [{ payload_type: 'wifi' }] },
    { payloadcontent: [{}, { x: 1 }] },
  ]
  const tables = cards({ configuration_profiles: profiles }).flatMap(({ tables }) => tables)
  expect(tables.map(({ path, rows }) => [path, rows])).toEqual([
    ['configuration_profiles', [{ payload_uuid: 'a' }, {}]],
    [
      'configuration_profiles.payloadcontent',
      [{ 'of row': 1, payload_type: 'wifi' }, { 'of row': 2 }, { 'of row': 2, x: 1 }],
    ],
  ])
})
