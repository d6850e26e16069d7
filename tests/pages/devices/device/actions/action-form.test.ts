import { expect, test } from 'vitest'
import { actionNames, actions } from '#contract/mdm/actions/actions.ts'
import { wrongParameter } from '#contract/mdm/actions/rules.ts'
import { fieldsOf, formOf } from '#pages/devices/device/actions/action-form.ts'

function errorsOf(action: Parameters<typeof formOf>[0], form: Record<string, string>) {
  const issues = formOf(action).safeParse(form).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }): [string, string] => [String(path[0]), message]))
}

test('what was left empty is not sent', () => {
  const form = { lock_message: '  ', phone_number: '', unlock_pin: '' }
  expect(formOf('lock').parse(form)).toEqual({})
})

test('texts, boxes, numbers and lists are sent as what they are', () => {
  expect(formOf('lock').parse({ lock_message: ' Call us ', unlock_pin: '0123', email_sent_to_user: 'on' })).toEqual({
    lock_message: 'Call us',
    unlock_pin: '0123',
    email_sent_to_user: true,
  })
  expect(formOf('pause_kiosk').parse({ re_enter_time: '15' })).toEqual({ re_enter_time: 15 })
  expect(formOf('corporate_wipe').parse({ email_address_list: 'a@x.example, b@x.example' })).toEqual({
    email_address_list: ['a@x.example', 'b@x.example'],
  })
})

test('a passcode is sent as it was typed, blanks and all', () => {
  expect(formOf('reset_passcode').parse({ passcode: ' 12 34 ' })).toEqual({ passcode: ' 12 34 ' })
})

test.each([
  ['unlock_user_account', {}, { user_name: 'This field is required.' }],
  ['lock', { unlock_pin: '12' }, { unlock_pin: 'This must be 4 to 10 digits.' }],
  ['pause_kiosk', { re_enter_time: 'soon' }, { re_enter_time: 'Enter a whole number.' }],
  ['pause_kiosk', { re_enter_time: '0' }, { re_enter_time: 'Enter 1 or more.' }],
  ['enable_lost_mode', { retry: '11' }, { retry: 'Enter 10 or less.' }],
  ['reset_passcode', { passcode: '123' }, { passcode: 'Enter at least 4 characters.' }],
  ['lock', { lock_message: 'x'.repeat(1001) }, { lock_message: 'Enter at most 1000 characters.' }],
  [
    'corporate_wipe',
    { email_address_list: 'ab' },
    { email_address_list: 'Enter valid email addresses, separated by commas.' },
  ],
] as const)('%s with %j says what to enter', (action, form, errors) => {
  expect(errorsOf(action, form)).toEqual(errors)
})

test.each(actionNames)(
  '%s is asked for all it takes and nothing else, and says what happens and how to undo it',
  (name) => {
    const given = Object.fromEntries(fieldsOf(name).map((field) => [field.name, 'anything']))
    expect(wrongParameter(name, given)).toBeUndefined()
    expect(actions[name].happens.length).toBeGreaterThan(20)
    expect(actions[name].undo.length).toBeGreaterThan(10)
  },
)
