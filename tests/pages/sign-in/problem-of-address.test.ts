import { expect, test } from 'vitest'
import { problemOfAddress, withoutProblem } from '#pages/sign-in/problem-of-address.ts'

const problemOf = (search: string) => problemOfAddress(new URLSearchParams(search))

test('whoever comes back from the identity provider without a session is told why', () => {
  expect(problemOf('?problem=CLOUD_ACCESS_DENIED')).toMatchObject({
    message: 'Access was denied at the identity provider',
    next: 'Sign in again and choose Accept.',
  })
})

test('an address cannot put words on the page', () => {
  expect(problemOf('?problem=Call+the+help+desk+at+555')).toBeUndefined()
  expect(problemOf('')).toBeUndefined()
})

test('a problem is told once, and where one wanted to go stays', () => {
  const address = { pathname: '/sign-in', search: '?problem=CLOUD_CODE&return=%2Fdevices%3Fa%3Db', hash: '#x' }
  expect(withoutProblem(address)).toBe('/sign-in?return=%2Fdevices%3Fa%3Db#x')
  expect(withoutProblem({ ...address, search: '?problem=CLOUD_CODE' })).toBe('/sign-in#x')
})
