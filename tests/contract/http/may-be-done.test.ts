import { expect, test } from 'vitest'
import { answerIsLost, mayBeDone } from '#contract/http/may-be-done.ts'
import { Problem } from '#contract/problem.ts'

test.each(['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'UNEXPECTED_CONTENT', 'NOT_RECORDED', 'KEYS_FAILED', 'CLOUD_RENEWED'])(
  'after %s nobody can say whether it was done',
  (code) => expect(mayBeDone(new Problem(code))).toBe(true),
)

test.each(['SIGNED_OUT', 'FORBIDDEN', 'CONFIRM_IDENTITY', 'REFUSED', 'INVALID_INPUT', 'COM0002', 'NOT_CONNECTED'])(
  'after %s it was surely not done',
  (code) => expect(mayBeDone(new Problem(code))).toBe(false),
)

test.each(['TIMEOUT', 'TRUNCATED', 'UNEXPECTED_CONTENT', 'HTTP_502'])('after %s it reached its server', (code) =>
  expect(answerIsLost(new Problem(code))).toBe(true),
)

test('a connection that was never opened carried nothing, one that ended may have', () => {
  const unreachable = (reason: string) => new Problem('UNREACHABLE', `The server cannot be reached (${reason})`)
  expect(answerIsLost(unreachable('ECONNREFUSED'))).toBe(false)
  expect(answerIsLost(unreachable('UND_ERR_SOCKET'))).toBe(true)
})
