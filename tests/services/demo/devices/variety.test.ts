import { describe, expect, test } from 'vitest'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'

const now = Date.UTC(2026, 10, 21, 9)
const records = Array.from({ length: 2000 }, (_, index) => deviceAt(index, now).record)
const enrolled = records.filter(({ managed_status: status }) => status === 2)

describe('restrictions', () => {
  test.each(['Platform A', 'Platform B', 'Platform C'])('%s has −1 and 3, which mean nothing', (platform) => {
    for (const record of enrolled.filter(({ platform_type: its }) => its === platform)) {
      const values = restrictionNames.map((name) => record[name])
      expect(values).toContain(-1)
      expect(values).toContain(3)
    }
  })

  test('the second source repeats every restriction, and differs in a few', () => {
    const withContainer = enrolled.filter(({ vendor_restricions: second }) => second)
    expect(withContainer.length).toBeGreaterThan(50)
    for (const record of withContainer) {
      const second = record.vendor_restricions ?? {}
      const differing = restrictionNames.filter((name) => second[name] !== undefined && second[name] !== record[name])
      const missing = restrictionNames.filter((name) => second[name] === undefined)
      expect(differing.length).toBeLessThan(6)
      expect(missing).toEqual([])
    }
  })
})

describe('what people look for', () => {
  const day = 86_400_000
  const certificates = enrolled.flatMap(({ managedcertificates = [], unmanagedcertificates = [] }) => [
    ...managedcertificates,
    ...unmanagedcertificates,
  ])

  test.each<[string, (certificate: (typeof certificates)[number]) => boolean]>([
    ['ended', ({ certificateexpiry: expiry }) => Number(expiry) < now],
    ['ends within days', ({ certificateexpiry: expiry }) => Number(expiry) > now && Number(expiry) < now + 30 * day],
    ['has years to run', ({ certificateexpiry: expiry }) => Number(expiry) > now + 700 * day],
    ['is signed with MD5', ({ signaturealgorithmname: name }) => name === 'md5WithRSAEncryption'],
    ['is signed with SHA-1', ({ signaturealgorithmoid: oid }) => oid === '1.2.840.113549.1.1.5'],
    ['has a serial number with leading zeros', ({ serialnumber: serial }) => serial?.startsWith('00') === true],
    ['has a serial number in hexadecimal', ({ serialnumber: serial = '' }) => /[A-F]/.test(serial)],
    ['is no identity', ({ isidentity: identity }) => identity === false],
  ])('a certificate that %s', (_, wanted) => {
    expect(certificates.filter(wanted).length).toBeGreaterThan(20)
    expect(certificates.every(wanted)).toBe(false)
  })

  test.each<[string, (record: (typeof records)[number]) => boolean]>([
    ['whose certificates stand in one of the two places only', differsInPlaces],
    ['at 0, 0', ({ latitude, longitude }) => latitude === 0 && longitude === 0],
    ['without a place', ({ latitude }) => latitude === undefined],
    ['with a track', ({ locations = [] }) => locations.length > 1],
    ['that says nothing of its passcode', ({ passcode_present: present }) => present === undefined],
    ['without a passcode', ({ passcode_present: present }) => present === false],
    ['whose warranty has ended', ({ warranty_expiration_date: end }) => Number(end) < now],
    [
      'whose warranty ends soon',
      ({ warranty_expiration_date: end }) => Number(end) > now && Number(end) < now + 45 * day,
    ],
    ['in lost mode', ({ is_lost_mode_enabled: lost }) => lost === true],
    ['abroad', ({ is_roaming: roaming }) => roaming === true],
    ['in a network whose code starts with 0', ({ current_mnc: mnc }) => mnc?.startsWith('0') === true],
    ['with a firmware password', ({ firmware_password: secret }) => secret !== undefined],
    ['with an app that was never sent', hasOwnApp],
    ['silent for a month', ({ last_contact_time: time }) => Number(time) < now - 30 * day],
  ])('a device %s', (_, wanted) => {
    expect(enrolled.filter(wanted).length).toBeGreaterThan(5)
    expect(enrolled.every(wanted)).toBe(false)
  })

  function differsInPlaces({ certificates, managedcertificates: top = [] }: (typeof records)[number]) {
    const serials = certificates?.managedcertificates?.map(({ serialnumber: serial }) => serial)
    return serials?.join() !== top.map(({ serialnumber: serial }) => serial).join()
  }

  function hasOwnApp({ apps = [], installed_apps: installed = [] }: (typeof records)[number]) {
    return installed.some(({ app_id: id }) => apps.every((app) => app.app_id !== id))
  }
})
