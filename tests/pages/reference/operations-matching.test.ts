import { expect, test } from 'vitest'
import { remarksOn, whoMay } from '#pages/reference/operation-remarks.ts'
import { operationsMatching } from '#pages/reference/operations-matching.ts'
import { services } from '#pages/reference/reference-rows.ts'

const ids = (service: Parameters<typeof operationsMatching>[0], wanted: string) =>
  operationsMatching(service, wanted).map(({ id }) => id)

test('every operation is under exactly one service', () => {
  const parts = services
    .filter((name) => name !== 'all')
    .reduce((sum, name) => sum + operationsMatching(name, '').length, 0)
  expect(parts).toBe(operationsMatching('all', '').length)
  expect(operationsMatching('keys', '').length).toBeGreaterThanOrEqual(43)
})

test('an operation is found by any words of its name, path or conventions', () => {
  expect(ids('all', 'createsshkey')).toEqual(['keys.createSshKey'])
  expect(ids('keys', 'seconds TIMEOUT')).toContain('keys.discoverHost')
  expect(ids('desktop', 'seconds TIMEOUT')).toEqual([])
  expect(ids('mdm', '/api/v1/devices/{device_id}')).toContain('mdm.getDevice')
})

test('what reveals, destroys or travels as a file says so', () => {
  const remarks = (id: string) =>
    operationsMatching('all', id)
      .filter((endpoint) => endpoint.id === id)
      .flatMap(remarksOn)
  expect(remarks('keys.getSshKeyPassphrase')).toEqual(['Reveals a secret', 'Asks for a reason'])
  expect(remarks('keys.addCertificate')).toEqual(['Uploads a file'])
  expect(remarks('keys.deleteCertificate')).toEqual(['Cannot be undone'])
})

test('who may call it is said in words where it is no permission', () => {
  const [signIn] = operationsMatching('session', 'session.signIn ')
  expect(signIn && whoMay(signIn)).toBe('No sign-in required')
  const [list] = operationsMatching('mdm', 'mdm.listDevices')
  expect(list && whoMay(list)).toBe('MDM_Read')
})
