import { describe, expect, test } from 'vitest'
import { verdictOf } from '#contract/mdm/actions/verdict.ts'

const phone = {
  managed_status: 2,
  platform_type: 'Platform A',
  owned_by: 1,
  is_lost_mode_enabled: false,
  os_version: '17.2',
}

describe('before anything is sent, the console says who gets it', () => {
  test('an enrolled device gets a scan, whatever else is not known of it', () => {
    expect(verdictOf('scan', phone)).toEqual({ is: 'can' })
  })

  test('a device that is not managed gets nothing, and the reason is the one of the rules', () => {
    expect(verdictOf('scan', { ...phone, managed_status: 4 })).toEqual({
      is: 'cannot',
      reason: 'The device is not managed',
    })
  })

  test('a personal device cannot be wiped whole', () => {
    expect(verdictOf('complete_wipe', { ...phone, owned_by: 2 })).toEqual({
      is: 'cannot',
      reason: 'Not on a personal device',
    })
  })

  test('what a list row does not carry is not guessed: it is named', () => {
    expect(verdictOf('remote_alarm', phone)).toEqual({ is: 'unknown', depends: 'device type' })
    expect(verdictOf('restart', phone)).toEqual({ is: 'unknown', depends: 'supervision' })
  })

  test('a status that did not come is not known to be enrolled', () => {
    expect(verdictOf('lock', { ...phone, managed_status: undefined })).toEqual({
      is: 'unknown',
      depends: 'enrollment status',
    })
  })

  test('a platform that the rules do not know is decided by the server', () => {
    expect(verdictOf('remote_debug', { ...phone, platform_type: 'Platform Z' })).toEqual({
      is: 'unknown',
      depends: 'platform',
    })
    expect(verdictOf('lock', { ...phone, platform_type: 'Platform Z' })).toEqual({ is: 'can' })
  })
})
