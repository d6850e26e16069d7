import { expect, test } from 'vitest'
import { pageOfField } from '#pages/devices/device/page-of-field.ts'

test('a change of a device leads to the page that shows the value', () => {
  const pageOf = pageOfField('7')
  expect(['app', 'profile', 'certificate', 'allow_camera', 'passcode_present', 'os_version'].map(pageOf)).toEqual([
    '/devices/7/apps',
    '/devices/7/profiles',
    '/devices/7/certificates',
    '/devices/7/restrictions',
    '/devices/7/security',
    '/devices/7',
  ])
})
