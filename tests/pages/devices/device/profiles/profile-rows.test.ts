import { expect, test } from 'vitest'
import { payloadCards, sameCard, topLevelPayload } from '#pages/devices/device/profiles/profile-rows.ts'

const wifi = {
  payload_display_name: 'Wi-Fi',
  payload_uuid: 'unknown-udid',
  payload_has_rem_password: true,
  payload_is_encrypted: false,
  payloadcontent: [{ payload_type: 'platform.wifi', payload_version: 2 }],
}

test('an id that is not available says so, and stays at hand as it came', () => {
  const [card] = payloadCards([wifi])
  expect(card?.facts.find(({ name }) => name === 'payload_uuid')).toMatchObject({
    text: 'Unavailable',
    raw: 'unknown-udid',
  })
})

test('yes, no and unknown are told apart', () => {
  const [card] = payloadCards([wifi])
  expect(card?.flags.map(({ name, value }) => [name, value])).toEqual([
    ['payload_has_rem_password', true],
    ['payload_is_encrypted', false],
    ['payload_unremovable', undefined],
  ])
})

test('what is in a profile is a table of the fields that it has', () => {
  const [card] = payloadCards([wifi])
  expect(Object.keys(card?.contents.fields ?? {})).toEqual(['payload_type', 'payload_version'])
  expect(card?.contents.rows).toHaveLength(1)
})

test('the payload at the top level is shown once more only where it says something else', () => {
  const cards = payloadCards([wifi])
  const same = topLevelPayload({ ...wifi })
  const other = topLevelPayload({ ...wifi, payload_version: 9 })
  expect(same && sameCard(same, cards)?.title).toBe('Wi-Fi')
  expect(other && sameCard(other, cards)).toBeUndefined()
  expect(topLevelPayload({ device_id: '1' })).toBeUndefined()
})
