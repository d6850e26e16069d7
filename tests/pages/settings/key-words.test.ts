import { describe, expect, test } from 'vitest'
import { type ConnectionView, type Finding, takesKey } from '#contract/console/connections.ts'
import { endingKeys, lifeOf } from '#pages/settings/api-keys/key-age.ts'
import { dayOf, keyForm, newKeyForm, toReplaceKey } from '#pages/settings/api-keys/key-form.ts'
import { aboutOldKey, guideFor } from '#pages/settings/api-keys/rotation-guide.ts'
import { sorted, summaryOf } from '#pages/settings/connections/connection-words.ts'
import { scopesOf } from '#pages/settings/connections/self-client-scopes.ts'

const day = 86_400_000

describe('how long a key is still good for', () => {
  test.each([
    [undefined, 'muted', 'No expiry date'],
    [180, 'ok', 'Expires in 180 days'],
    [30, 'ok', 'Expires in 30 days'],
    [29, 'warn', 'Expires in 29 days'],
    [12, 'warn', 'Expires in 12 days'],
    [1, 'warn', 'Expires in 1 day'],
    [0, 'warn', 'Expires within a day'],
    [-1, 'bad', 'Expired'],
  ] as const)('%s days before the end', (days, tone, text) => {
    const now = Date.now()
    expect(lifeOf(days === undefined ? undefined : now + days * day + 1000, now)).toEqual({ tone, text })
  })

  test('a key whose date is unknown expires within the time that it can last', () => {
    const now = Date.now()
    expect(lifeOf(now + 12 * day + 1000, now, true)).toEqual({ tone: 'warn', text: 'Expires within 12 days' })
  })

  test('only keys that need somebody are announced', () => {
    const now = Date.now()
    const key = (name: string, expiresAt?: number) =>
      ({ name, key: { source: 'console', since: 0, ...(expiresAt && { expiresAt }) } }) as ConnectionView
    const connections = [
      key('fresh', now + 60 * day),
      key('soon', now + 5.5 * day),
      key('over', now - day),
      key('ever'),
    ]
    expect(endingKeys(connections, now).map(({ name }) => name)).toEqual(['soon', 'over'])
  })
})

test('a key is pasted as it came, and today’s needs no date', () => {
  const typed = keyForm.parse({ key: '  a-key-with-blanks-around \n', madeOn: '2026-11-21' })
  expect(toReplaceKey('vault', typed, '2026-11-21')).toEqual({ connection: 'vault', key: 'a-key-with-blanks-around' })
  const { madeAt } = toReplaceKey('vault', { ...typed, madeOn: '2026-10-01' }, '2026-11-21')
  expect(dayOf(madeAt ?? 0)).toBe('2026-10-01')
  expect(keyForm.safeParse({ key: 'two words here' }).success).toBe(false)
  expect(newKeyForm.safeParse({ name: '  ' }).success).toBe(false)
})

describe('what is left to do about the old key', () => {
  const guide = guideFor('keys', false)
  const key = { source: 'configuration', since: 0 } as const
  const before = { key, embedded: false, guide }
  test.each([
    ['still taken', before, 'warn', /still accepts.*Settings, API Key on the server/],
    ['not known', before, 'warn', /did not report/],
    ['refused', before, 'ok', /No further action/],
    ['still taken', { ...before, embedded: true }, 'ok', /expires within a day/],
    [
      'still taken',
      { ...before, embedded: true, key: { ...key, source: 'console' as const } },
      'warn',
      /still accepts/,
    ],
  ] as const)('%s', (oldKey, known, tone, words) => {
    const { text, ...rest } = aboutOldKey(oldKey, known)
    expect(rest).toEqual({ tone })
    expect(text).toMatch(words)
  })

  test('each service says where its keys are made, in the words of its reference', () => {
    expect(guideFor('mdm', false).make.join(' ')).toContain('Admin, then API Key Generation under Integrations')
    expect(guideFor('keys', false).make.join(' ')).toMatch(/Settings, API Key tab.*bound to the host/)
    expect(guideFor('keys', true).make.join(' ')).toContain('Generate key')
  })
})

test('a key replaces people’s own sign-ins only where a server may be opened by one', () => {
  const at = (service: ConnectionView['service'], edition: ConnectionView['edition'], hasKey = false) =>
    takesKey({ service, edition, hasKey })
  expect([at('mdm', 'on-premises'), at('keys', 'on-premises'), at('desktop', 'on-premises', true)]).toEqual([
    true,
    true,
    true,
  ])
  expect([at('desktop', 'on-premises'), at('mdm', 'cloud'), at('identity', 'cloud')]).toEqual([false, false, false])
})

test('what needs somebody comes first, and all that works is counted', () => {
  const finding = (level: Finding['level']): Finding => ({ check: 'reach', level, title: level })
  const { open, good } = sorted([finding('good'), finding('note'), finding('bad'), finding('warning')])
  expect([open.map(({ level }) => level), good.length]).toEqual([['bad', 'warning', 'note'], 1])
  expect(summaryOf(['good', 'warning', 'bad'])).toBe('2 of 3 connections are working.')
  expect(summaryOf(['good', 'note'])).toBe('All connections are working.')
  expect(summaryOf(['good', 'unknown', 'unknown'])).toBe('1 of 3 connections are working. 2 not checked.')
})

test('the scopes to enter are those of the connection, else those of the references for its service', () => {
  expect(scopesOf({ service: 'mdm', scopes: ['one'] })).toEqual(['one'])
  expect(scopesOf({ service: 'desktop' })).toEqual([
    'DesktopManagement.restapi.READ',
    'DesktopManagement.restapi.UPDATE',
  ])
  expect(scopesOf({ service: 'mdm', scopes: [] }).every((name) => name.startsWith('DeviceManagement.'))).toBe(true)
})
