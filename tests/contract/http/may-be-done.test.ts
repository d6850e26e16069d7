import { expect, test } from 'vitest'
import { mayBeDone } from '#contract/http/may-be-done.ts'
import { Problem } from '#contract/problem.ts'

test.each(['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'UNEXPECTED_CONTENT', 'NOT_RECORDED', 'KEYS_FAILED', 'CLOUD_RENEWED'])(
  'after %s nobody can say whether it was done',
  (code) => expect(mayBeDone(new Problem(code))).toBe(true),
)

test.each([
  'SIGNED_OUT',
  'FORBIDDEN',
  'CONFIRM_IDENTITY',
  'REFUSED',
  'INVALID_INPUT',
  'COM0002',
  'NOT_CONNECTED',
  'SEALED',
])('after %s it was surely not done', (code) => expect(mayBeDone(new Problem(code))).toBe(false))
