import { expect, test } from 'vitest'
import { namesIt } from '#components/activity/activity-sources.ts'
import { merged } from '#components/activity/merged.ts'

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
  const isAbout = namesIt('web-1')
  expect(['keyName: Web-1, x', 'web-1', '"web-1"'].map(isAbout)).toEqual([true, true, true])
  expect(['keyName: web-12', 'my-web-1', 'web-1.example', ''].map(isAbout)).toEqual([false, false, false, false])
})
