import { expect, test } from 'vitest'
import { merged } from '#components/activity/merged.ts'
import { isAbout, namesIt } from '#components/activity/names-in-audit.ts'

const entry = (key: string, at: number | undefined) => ({
  key,
  at,
  title: key,
  text: '',
  by: '',
  tone: 'info' as const,
})

test('entries of all sources stand newest first, and no older than what every source was read to', () => {
  const commands = { entries: [entry('c9', 9), entry('c5', 5)], oldest: 5, isMore: true }
  const jobs = { entries: [entry('j8', 8), entry('j2', 2), entry('none', undefined)], oldest: undefined, isMore: false }
  const shown = merged([commands, jobs])
  expect(shown.entries.map(({ key }) => key)).toEqual(['c9', 'j8', 'c5'])
  expect(shown.isMore).toBe(true)
  const all = merged([{ ...commands, isMore: false }, jobs])
  expect(all.entries.map(({ key }) => key)).toEqual(['c9', 'j8', 'c5', 'j2', 'none'])
  expect(all.isMore).toBe(false)
  // A page of an audit on which no entry was about it has been read all the same.
  const audit = { entries: [], oldest: 4, isMore: true }
  expect(merged([audit, jobs]).entries.map(({ key }) => key)).toEqual(['j8'])
})

test('an entry is about a thing that it names as a word', () => {
  const isNamed = namesIt('web-1')
  expect(['keyName: Web-1, x', 'web-1', '"web-1"'].map(isNamed)).toEqual([true, true, true])
  expect(['keyName: web-12', 'my-web-1', 'web-1.example', ''].map(isNamed)).toEqual([false, false, false, false])
})

test('an entry about another key is not about the key that has the name of its user', () => {
  const ofKeys = (description: string) => ({ user: 'demo', target: '', description, reason: '' })
  const ofConsole = (target: string) => ({ user: 'ada', target, description: '', reason: '' })
  const other = ofKeys(
    'SSH key “archive” associated with backup on “web.example”, in /home/backup/.ssh/authorized_keys',
  )
  const own = ofKeys('SSH key “Backup” created')
  expect([other, own].map(isAbout('ssh-key', 'backup'))).toEqual([false, true])
  expect([other, own].map(isAbout('host', 'web.example'))).toEqual([true, false])
  const deployed = ofConsole('keyName: archive, userName: backup, resourceName: web.example')
  expect([deployed, ofConsole('keyName: backup, userName: root')].map(isAbout('ssh-key', 'backup'))).toEqual([
    false,
    true,
  ])
  expect(
    [ofKeys('Key backup was rotated'), { ...own, user: 'backup', description: '' }].map(isAbout('host', 'backup')),
  ).toEqual([true, false])
  // A person is found by what they did and by what was done to their accounts.
  expect([other, deployed, { ...own, user: 'backup' }].map(isAbout(undefined, 'backup'))).toEqual([true, true, true])
})
