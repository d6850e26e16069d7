import { expect, test } from 'vitest'
import { deleteProfile, deleteProfiles } from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { deleteMany } from '#pages/devices/profiles/delete-many.ts'
import { type Answers, answering } from '../../../support/answering.ts'

const profiles = [
  { profile_id: '1', profile_name: 'Guest Wi-Fi' },
  { profile_id: '2', profile_name: 'Door code', device_count: 3 },
  { profile_id: '3', profile_name: 'Old VPN', is_moved_to_trash: true },
]
const inUse = new Problem('APP0002', 'The profile 2 is on a device: remove it there first')

async function deleted(answers: Answers) {
  const calls = answering(answers)
  const results = await deleteMany(profiles)
  return { rows: calls.map(({ row }) => row), results: results.map(({ name, outcome, why }) => [name, outcome, why]) }
}

test('what the server takes together is one call, and each profile has its result', async () => {
  expect(await deleted({ [deleteProfiles.id]: {} })).toEqual({
    rows: [deleteProfiles.id],
    results: [
      ['Guest Wi-Fi', 'moved', undefined],
      ['Door code', 'moved', undefined],
      ['Old VPN', 'deleted', undefined],
    ],
  })
})

test('where the server refuses all for one of them, the others are deleted and that one is named', async () => {
  const { results } = await deleted({
    [deleteProfiles.id]: inUse,
    [deleteProfile.id]: ({ profile_id }) => (profile_id === '2' ? inUse : {}),
  })
  expect(results).toEqual([
    ['Guest Wi-Fi', 'moved', undefined],
    [
      'Door code',
      'refused',
      'The profile 2 is on a device: remove it there first. Remove it from devices and groups first.',
    ],
    ['Old VPN', 'deleted', undefined],
  ])
})

test('a server without the call for several is asked for one after the other', async () => {
  const { rows } = await deleted({ [deleteProfiles.id]: new Problem('COM0001'), [deleteProfile.id]: {} })
  expect(rows).toEqual([deleteProfiles.id, deleteProfile.id, deleteProfile.id, deleteProfile.id])
})

test('when the server takes no more calls, the rest is not sent and says so', async () => {
  const { rows, results } = await deleted({
    [deleteProfiles.id]: inUse,
    [deleteProfile.id]: ({ profile_id }) => (profile_id === '1' ? {} : new Problem('COM0002')),
  })
  expect(rows).toHaveLength(3)
  expect(results.map(([, outcome]) => outcome)).toEqual(['moved', 'refused', 'not sent'])
})
