import { expect, test } from 'vitest'
import { deleteGroup } from '#contract/mdm/groups.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import { signOut } from '#contract/session.ts'

const nextOf = (code: string, message?: string, endpoint: Problem['endpoint'] = deleteGroup) =>
  Object.assign(new Problem(code, message), { endpoint }).next
const doubt = 'The change may have been made. Check before you repeat it.'

test.each(['FAILED', 'TIMEOUT', 'TRUNCATED', 'UNEXPECTED_CONTENT', 'HTTP_502'])(
  'after %s a change is not to be tried again without a look',
  (code) => {
    expect(nextOf(code)).toBe(doubt)
    expect(nextOf(code, undefined, getDevice)).toMatch(/^Try again/)
    expect(nextOf(code, undefined, signOut)).toMatch(/^Try again/)
  },
)

test('a connection to the console may break after the request went out', () => {
  expect(nextOf('OFFLINE')).toBe(`Check your network. ${doubt}`)
  expect(nextOf('OFFLINE', undefined, getDevice)).toBe('Check your network, then try again.')
})

test('a connection that was never opened carried nothing, one that ended may have', () => {
  expect(nextOf('UNREACHABLE', 'The server cannot be reached (ECONNREFUSED)')).not.toContain(doubt)
  expect(nextOf('UNREACHABLE', 'The server cannot be reached (UND_ERR_SOCKET)')).toContain(doubt)
})

test('a server that failed may have made the change before, whichever code it answers', () => {
  for (const code of ['COM0004', '10050', 'KEYS_FAILED', 'HTTP_500', 'HTTP_503']) {
    const problem = Object.assign(new Problem(code, undefined, { status: code === 'HTTP_503' ? 503 : 500 }), {
      endpoint: deleteGroup,
    })
    expect(problem.next, code).toBe(doubt)
  }
})

test('after a refusal nothing was changed, and its own next step is enough', () => {
  for (const code of ['SEALED', 'NOT_CONNECTED', 'AUDIT_UNAVAILABLE', 'COM0008', 'COM0002'])
    expect(nextOf(code), code).not.toContain(doubt)
})
