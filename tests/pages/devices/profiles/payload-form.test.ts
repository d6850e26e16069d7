import { expect, test } from 'vitest'
import { changesOf, type Draft, payloadForm } from '#pages/devices/profiles/payload/payload-form.ts'

const nothing: Draft = { files: {}, restrictions: {} }
const chosen = (bytes: Uint8Array<ArrayBuffer>) => ({ file: new File([bytes], 'a.png'), bytes })
const saidOf = (result: ReturnType<ReturnType<typeof payloadForm>['safeParse']>) =>
  result.error?.issues.map(({ path, message }) => [path[0], message])

test('what is left empty is not sent, and numbers are sent as numbers', () => {
  const typed = { min_length: ' 6 ', max_failed_attempts: '', max_age_days: '90', payload_type: 'passcode' }
  expect(payloadForm('passcode', nothing).parse(typed)).toEqual({ min_length: 6, max_age_days: 90 })
})

test('what is missing or wrong is said at its field before anything is sent', () => {
  expect(saidOf(payloadForm('passcode', nothing).safeParse({ min_length: '3' }))).toEqual([
    ['min_length', 'Enter a number from 4 to 16'],
  ])
  expect(saidOf(payloadForm('kiosk', nothing).safeParse({ app_identifier: 'two words' }))).toEqual([
    ['app_identifier', 'Invalid format'],
  ])
  expect(saidOf(payloadForm('wallpaper', nothing).safeParse({}))).toEqual([['image', 'Choose a file']])
  expect(saidOf(payloadForm('restrictions', nothing).safeParse({}))).toEqual([
    ['payload', 'Set at least one restriction'],
  ])
})

test('an image that is not smaller than its limit is not sent', () => {
  const large = chosen(new Uint8Array(128 * 1024))
  const form = payloadForm('wallpaper', { ...nothing, files: { image: large } })
  expect(saidOf(form.safeParse({}))).toEqual([['image', 'This file is larger than 128 KiB. Choose a smaller one']])
})

test('a file that was sent before is kept until another one is chosen', () => {
  const former = { label: 'Mail', url: 'https://mail.example/', icon: 'AAAA' }
  const typed = { label: 'Mail', url: 'https://post.example/' }
  const kept = payloadForm('web_clip', nothing, former).parse(typed)
  expect(changesOf(former, kept)).toEqual({ url: 'https://post.example/' })
  const replaced = payloadForm(
    'web_clip',
    { ...nothing, files: { icon: chosen(Uint8Array.of(1, 2, 3)) } },
    former,
  ).parse(typed)
  expect(changesOf(former, replaced)).toEqual({ url: 'https://post.example/', icon: 'AQID' })
})

test('of restrictions, only those that changed are sent, and null for what is no longer set', () => {
  const former = { camera: 0, allow_usb: 1, allow_popups: 0 }
  const restrictions = { camera: 3, allow_popups: 0, clear_data_for_all_apps: false }
  const edited = payloadForm('restrictions', { ...nothing, restrictions }, former).parse({})
  expect(changesOf(former, edited)).toEqual({ camera: 3, allow_usb: null, clear_data_for_all_apps: false })
})
