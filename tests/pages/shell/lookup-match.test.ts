import { expect, test } from 'vitest'
import { paths } from '#paths.ts'
import { rankOf } from '#contract/text-rank.ts'
import { computerCandidate, pageCandidates, userCandidate } from '#pages/shell/lookup-candidates.ts'
import { type Candidate, columnsFor, grouped, ranked, spellings } from '#pages/shell/lookup-match.ts'

const candidate = (title: string, group: Candidate['group'] = 'Devices'): Candidate => ({
  id: title,
  group,
  title,
  detail: '',
  to: '',
  texts: [title],
})

test('the same text comes before a beginning, that before a word, that before the middle of a word', () => {
  const names = ['xanna', 'Jo Anna', 'Anna B', 'Anna'].map((name) => candidate(name))
  expect(ranked(names, 'anna', false).map(({ title }) => title)).toEqual(['Anna', 'Anna B', 'Jo Anna', 'xanna'])
})

test('letter case and accents do not count', () => {
  expect(rankOf(['Jürgen Müller'], 'muller')).toBe(2)
})

test('what a server found by something else is shown last; what nobody found is not shown', () => {
  expect(ranked([candidate('PC-7')], 'ada', true)).toHaveLength(1)
  expect(ranked([candidate('PC-7')], 'ada', false)).toEqual([])
})

test('the kind with the best match comes first, and pages last among equals', () => {
  const found = [
    ...ranked([candidate('Settings', 'Pages')], 'settings', false),
    ...ranked([candidate('My settings phone')], 'settings', false),
  ]
  expect(grouped(found).map(([group]) => group)).toEqual(['Pages', 'Devices'])
})

test('desktops are asked for the columns that such a text may be in', () => {
  expect(columnsFor('ada@example.com')).toEqual([['owner_email_id', 'ada@example.com']])
  expect(columnsFor('10.12.0')).toEqual([['ip_address', '10.12.0']])
  expect(columnsFor('02:c9:91')).toEqual([['mac_address', '02:c9:91']])
  expect(columnsFor('02-c9-91-c6-0a-1b')).toEqual([['mac_address', '02:c9:91:c6:0a:1b']])
  expect(columnsFor('MUC-WS')).toContainEqual(['resource_name', 'MUC-WS'])
})

test('a MAC address may be typed with hyphens; a name with hyphens stays as it is', () => {
  expect(spellings('02-C9-91-C6-0A-1B')).toEqual(['02:C9:91:C6:0A:1B'])
  for (const name of ['MUC-WS-00001', '202612310001', '10.20.0.15']) expect(spellings(name)).toEqual([name])
})

test.each(['DC-01', 'AD-01', 'DB-2', 'be-'])('%s is a name and no beginning of a MAC address', (name) => {
  expect(spellings(name)).toEqual([name])
  expect(columnsFor(name)).toEqual(
    ['resource_name', 'owner', 'agent_logged_on_users', 'servicetag'].map((column) => [column, name]),
  )
})

test.each([
  ['02-C9-91', '02:C9:91'],
  ['06-12-34-56-78', '06:12:34:56:78'],
  ['02c9.91C6.0a1b', '02:c9:91:C6:0a:1b'],
])('%s may be a MAC address or something else: both are asked', (text, mac) => {
  expect(spellings(text)).toEqual([text, mac])
  expect(columnsFor(text)).toEqual([
    ['mac_address', mac],
    ...['resource_name', 'owner', 'agent_logged_on_users', 'servicetag'].map((column) => [column, text]),
  ])
})

test('each of several addresses of a desktop finds it, and a person is reached by mail', () => {
  const [found] = computerCandidate({ resource_id_string: '5', resource_name: 'PC', ip_address: '10.1.1.1,10.2.2.2' })
  expect(rankOf(found?.texts ?? [], '10.2.2.2')).toBe(0)
  expect(userCandidate({ user_name: 'Ada', user_email: 'ada@example.com' })[0]?.to).toBe('/people/ada%40example.com/')
})

test('pages of an area are found by their own name', () => {
  expect(ranked(pageCandidates, 'licenses', false)[0]?.title).toBe('Desktops: Licenses')
})

test('every page at a fixed address can be looked up, except those that somebody is led to', () => {
  const { home, signIn, setUp, health, bulk, views } = paths
  const found = new Set([home, signIn, setUp, health, bulk, views, ...pageCandidates.map(({ to }) => to)])
  const fixed = Object.values(paths).filter((path) => typeof path === 'string')
  expect(fixed.filter((path) => !found.has(path))).toEqual([])
})
