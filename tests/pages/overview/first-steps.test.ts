import { expect, test } from 'vitest'
import { areLeft, firstSteps, together } from '#pages/overview/first-steps.ts'

const everything = { may: () => true, embedded: true }
const fresh = { authorities: { count: 0 }, accounts: { count: 1 }, apiKeys: { count: 0 } }
const statesOf = (...facts: Parameters<typeof firstSteps>) => firstSteps(...facts).map(({ state }) => state)

test('in a new installation an authority, accounts and an API key are to do, own servers are optional', () => {
  const steps = firstSteps({ ...everything, ...fresh })
  expect(steps.map(({ title, state }) => [title, state])).toEqual([
    ['Create a certificate authority', 'to do'],
    ['Connect your own servers', 'optional'],
    ['Add accounts', 'to do'],
    ['Create an API key', 'to do'],
  ])
  expect(areLeft(steps)).toBe(true)
})

test('what is there is done, and with it nothing is left', () => {
  const steps = firstSteps({
    ...everything,
    authorities: { count: 1 },
    accounts: { count: 3 },
    apiKeys: { count: 1 },
  })
  expect(steps.map(({ state, words }) => [state, words])).toEqual([
    ['done', '1 authority can sign'],
    ['optional', expect.stringContaining('embedded services')],
    ['done', '3 accounts can sign in'],
    ['done', '1 API key'],
  ])
  expect(areLeft(steps)).toBe(false)
})

test('a server that does not tell is unknown, with its reason, and keeps nobody busy', () => {
  const told = { problem: 'There is no such operation' }
  const steps = firstSteps({
    may: () => true,
    embedded: false,
    authorities: told,
    accounts: told,
    apiKeys: told,
  })
  expect(steps.map(({ state }) => state)).toEqual(['not reported', 'done', 'not reported', 'not reported'])
  expect(steps[0]?.words).toBe('Unknown: There is no such operation')
  expect(areLeft(steps)).toBe(false)
})

test('nothing is said about a service that the site does not have', () => {
  const steps = firstSteps({ ...everything, authorities: 'no server', accounts: { count: 1 }, apiKeys: 'no server' })
  expect(steps.map(({ title }) => title)).toEqual(['Connect your own servers', 'Add accounts'])
})

test('who may not do any of it is not asked to', () => {
  const mayNot = { ...fresh, accounts: 'not allowed', apiKeys: 'not allowed' } as const
  const steps = firstSteps({ may: () => false, embedded: true, ...mayNot })
  expect(steps.map(({ state, needs }) => [state, needs])).toEqual([
    ['to do', 'KeyManagement_Admin'],
    ['optional', undefined],
    ['not allowed', 'Common_Admin'],
    ['not allowed', 'KeyManagement_Admin'],
  ])
  expect(areLeft(steps)).toBe(false)
})

test('one API key of either service is enough; that there is none counts when each has said so', () => {
  const unknown = { problem: 'The server cannot be reached' }
  expect(together([{ count: 0 }, { count: 1 }])).toEqual({ count: 1 })
  expect(together([unknown, { count: 1 }])).toEqual({ count: 1 })
  expect(together([unknown, { count: 0 }])).toEqual(unknown)
  expect(together(['not allowed', { count: 0 }])).toEqual('not allowed')
  expect(together(['no server', { count: 0 }])).toEqual({ count: 0 })
  expect(together(['no server', 'no server'])).toBe('no server')
  expect(statesOf({ ...everything, ...fresh, apiKeys: unknown })).toContain('not reported')
})
