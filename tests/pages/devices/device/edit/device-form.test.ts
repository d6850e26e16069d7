import { expect, test } from 'vitest'
import { changesOf, deviceForm, formOf, formOfDevice } from '#pages/devices/device/edit/device-form.ts'

const device = {
  device_id: '7',
  device_name: 'Gate 7',
  asset_tag: 'HV-1',
  owned_by: '1',
  office: 'Lisboa',
  purchase_date: new Date('2025-03-04T10:00').getTime(),
  warranty_expiration_date: '--',
}

test('the form shows what the server has, dates as the reader’s own days', () => {
  expect(formOf(device)).toMatchObject({
    name: 'Gate 7',
    asset_tag: 'HV-1',
    owned_by: '1',
    description: '',
    purchase_date: '2025-03-04',
    warranty_expiration_date: '',
  })
})

test('only what was changed is sent', () => {
  expect(changesOf(device, formOf(device))).toEqual({})
  const entered = { ...formOf(device), name: 'Gate 8', owned_by: '2' as const, office: '', warranty_number: 'W-9' }
  expect(changesOf(device, entered)).toEqual({ name: 'Gate 8', owned_by: 2, office: '', warranty_number: 'W-9' })
})

test('a day is sent as its first moment, and an emptied one clears the date', () => {
  const entered = { ...formOf(device), purchase_date: '', warranty_expiration_date: '2027-01-31' }
  expect(changesOf(device, entered)).toEqual({
    purchase_date: -1,
    warranty_expiration_date: new Date('2027-01-31T00:00').getTime(),
  })
})

test('a device without a name, or with values that are too long, can be edited without changing them', () => {
  const odd = { ...device, device_name: undefined, description: 'x'.repeat(20_000) }
  const { data } = formOfDevice(odd).safeParse({ ...formOf(odd), asset_tag: 'HV-2' })
  expect(data && changesOf(odd, data)).toEqual({ asset_tag: 'HV-2' })
  const { error } = formOfDevice(device).safeParse({ ...formOf(device), name: '', office: 'x'.repeat(20_000) })
  expect(error?.issues.map(({ message }) => message)).toEqual(['Enter a name', 'Office is too long'])
})

test('ownership that the server does not state stays unstated', () => {
  const unstated = { ...device, owned_by: '9' }
  expect(formOf(unstated).owned_by).toBe('')
  expect(changesOf(unstated, formOf(unstated))).toEqual({})
})

test.each([
  ['name', '', 'Enter a name'],
  ['name', 'x'.repeat(301), 'The name is too long'],
  ['asset_tag', 'x'.repeat(201), 'Asset tag is too long'],
  ['purchase_date', 'soon', 'Enter a date'],
])('a wrong %s is explained at its field', (name, text, message) => {
  const { error } = deviceForm.safeParse({ ...formOf(device), [name]: text })
  expect(error?.issues[0]).toMatchObject({ path: [name], message })
})
