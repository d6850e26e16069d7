import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { type Fields, recordOf } from '#contract/field.ts'
import { commandFields, deviceFields, deviceRecord } from '#contract/mdm/device-fields.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { notable } from '#services/demo/devices/notable.ts'

const now = Date.UTC(2026, 10, 21, 9, 30)
const fleet = Array.from({ length: 2000 }, (_, index) => deviceAt(index, now))
const records = fleet.map(({ record }) => record)
const enrolled = records.filter(({ managed_status: status }) => status === 2)
/** Record 12 is there to disagree with itself, and 6 and 13 have odd names. */
const ordinary = records.filter((_, index) => !(index in notable))

/** Every path of the field table, lists and objects included: `sims.iccid`. */
const pathsOf = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, { of = {} }]) => [prefix + name].concat(pathsOf(of, `${prefix}${name}.`)))

/** The paths that a value fills. An empty list or text fills nothing. */
function filled(value: object, found: Set<string>, prefix = '') {
  for (const [name, item] of Object.entries(value) as [string, unknown][]) {
    if (item === undefined || item === null || item === '' || (Array.isArray(item) && item.length === 0)) continue
    found.add(prefix + name)
    for (const part of [item].flat() as unknown[])
      if (typeof part === 'object' && part !== null) filled(part, found, `${prefix}${name}.`)
  }
  return found
}

describe('the record', () => {
  test('every field of the reference is filled in one of the first 200 devices, and no other field is', () => {
    const found = new Set<string>()
    for (const { record, commands } of fleet.slice(0, 200)) filled({ ...record, commands }, found)
    const stated = pathsOf(deviceFields)
    expect(stated.filter((path) => !found.has(path))).toEqual([])
    expect([...found].filter((path) => !stated.includes(path))).toEqual([])
  })

  const wholeCommand = recordOf(commandFields)

  test('every value has the stated type', () => {
    for (const { record, commands } of fleet) {
      expect(z.safeEncode(deviceRecord, record).error).toBeUndefined()
      for (const command of commands) expect(z.safeEncode(wholeCommand, command).error).toBeUndefined()
    }
  })

  test('a record comes back from the wire as it was', () => {
    for (const { record, commands } of fleet.slice(0, 100)) {
      expect(z.decode(deviceRecord, z.encode(deviceRecord, record))).toEqual(record)
      for (const command of commands) expect(z.decode(wholeCommand, z.encode(wholeCommand, command))).toEqual(command)
    }
  })

  test('an enrolled device fills nearly all of it, one that is yet to enroll very little', () => {
    const counts = (status: number) =>
      records.filter(({ managed_status: its }) => its === status).map((record) => filled(record, new Set()).size)
    expect(Math.min(...counts(2))).toBeGreaterThan(380)
    expect(Math.max(...counts(1))).toBeLessThan(50)
  })

  test('repeated values are equal', () => {
    for (const record of ordinary.filter(({ managed_status: status }) => status === 2)) {
      const { user, os, security, network, sims, summary } = record
      expect(record).toMatchObject({ ...user, ...os, ...security, ...network, ...summary })
      if (sims)
        expect(record).toMatchObject({
          ...sims[0],
          imei: sims.length > 1 ? sims.map((sim) => sim.imei) : sims[0]?.imei,
        })
      expect(record.profile_count).toBe(record.profiles?.length)
      expect(record.app_count).toBe(record.installed_apps?.length)
      expect(record.group_count).toBe(record.group?.length)
    }
  })
})

describe('the fleet', () => {
  const luhnSum = (number: string) =>
    number.split('').reduceRight((sum, digit, at) => {
      const value = Number(digit) * ((number.length - at) % 2 === 0 ? 2 : 1)
      return sum + (value > 9 ? value - 9 : value)
    }, 0)

  test('a device is the same, in whatever order and however many are generated', () => {
    expect(deviceAt(1234, now)).toEqual(fleet[1234])
    expect(deviceAt(5, now + 20 * 60_000)).toEqual(fleet[5])
  })

  test('a day later only the times have moved, by a day', () => {
    const day = 86_400_000
    const dayBack = (name: string, value: unknown) => {
      if (name === 'certificateexpiry') return String(Number(value) - day)
      return typeof value === 'number' && value > 1e12 ? value - day : value
    }
    for (const index of [0, 1, 15, 19, 100, 1999, 60_003])
      expect(JSON.stringify(deviceAt(index, now + day), dayBack)).toBe(JSON.stringify(deviceAt(index, now)))
  })

  test('every managed status is among the first 60, and nearly nine in ten are enrolled', () => {
    const first = records.slice(0, 60).map(({ managed_status: status }) => status)
    expect(new Set(first)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(enrolled.length / records.length).toBeCloseTo(0.88, 2)
  })

  test.each(['device_id', ':id', 'resource_id', 'serial_number', 'udid', 'asset_tag', 'wifi_mac', 'iccid'] as const)(
    'no two devices share a %s',
    (name) => {
      const values = records.map((record) => record[name]).filter(Boolean)
      expect(values.length).toBeGreaterThan(1000)
      expect(new Set(values).size).toBe(values.length)
    },
  )

  test('ids are beyond what a double holds, and some are short', () => {
    expect(records.every(({ device_id: id }) => Number(id) > Number.MAX_SAFE_INTEGER)).toBe(true)
    expect(records.some(({ resource_id: id }) => Number(id) < 10_000)).toBe(true)
  })

  test('every IMEI and ICCID has its check digit', () => {
    const numbers = records.flatMap(({ imei = [], sims = [] }) => [imei, sims.map(({ iccid = '' }) => iccid)].flat(2))
    expect(numbers.length).toBeGreaterThan(4000)
    for (const number of numbers) expect(luhnSum(number) % 10, number).toBe(0)
    expect(records.some(({ imei }) => Array.isArray(imei))).toBe(true)
    expect(records.some(({ imei }) => typeof imei === 'string')).toBe(true)
  })

  test('a person has one name and one address, and 1.4 devices', () => {
    const people = new Map<string | undefined, string>()
    for (const { user } of records.filter(({ user }) => user)) {
      const known = people.get(user?.user_id)
      const described = `${user?.user_name} <${user?.user_email}>`
      expect(known ?? described).toBe(described)
      people.set(user?.user_id, described)
    }
    expect(new Set(people.values()).size).toBe(people.size)
    expect(new Set([...people.values()].map((text) => text.split('<')[1])).size).toBe(people.size)
    expect(records.length / people.size).toBeCloseTo(1.4, 1)
  })

  test('a device beyond the demo keeps a hundred thousand of them within 1.2 GB', () => {
    const sizes = Array.from({ length: 800 }, (_, at) => JSON.stringify(deviceAt(60_000 + at, now).record).length)
    expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(12_000)
  })

  test('only times of future events are in the future', () => {
    const ahead = new Set(['next_poll_time', 'warranty_expiration_date'])
    for (const { record, commands } of fleet)
      for (const [name, value] of Object.entries({ ...record, ...commands[0] }) as [string, unknown][])
        if (/_time$|_date$/.test(name) && !ahead.has(name) && value !== undefined)
          expect(Number(value), name).toBeLessThanOrEqual(now)
  })
})

describe('the known devices', () => {
  test('Amara Okafor has lost her phone', () => {
    expect(records[0]).toMatchObject({
      user_name: 'Amara Okafor',
      is_lost_mode_enabled: true,
      camera: 0,
      allow_camera: 3,
    })
    expect(records[0]?.vendor_restricions).toMatchObject({ camera: 1 })
    expect(records[0]).toMatchObject({ command_name: 'enable_lost_mode', command_status: 2 })
    expect(records[10]?.user_name).toBe('Amara Okafor')
    expect(records[10]?.firmware_password).toBeTruthy()
  })

  test('the hostile names are as defined', () => {
    expect(records[1]?.device_name).toHaveLength(300)
    expect(records[2]?.device_name).toContain('<img src=x onerror=')
    expect(records[3]?.device_name).toMatch(/^=cmd\|/)
    expect(records[4]?.device_name).toContain('\u202E')
    expect(records[5]?.device_name).toMatch(/\n.*\t/)
    expect(records[6]?.device_name).toBe('__proto__')
    expect(records[8]?.user_email).toHaveLength(254)
    expect(records[13]?.device_name).toBe('')
  })
})
