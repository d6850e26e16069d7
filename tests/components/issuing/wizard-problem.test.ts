import { expect, test } from 'vitest'
import { problemIn } from '#components/issuing/wizard-problem.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listRequests, signRequest } from '#contract/keys/requests.ts'
import { Problem } from '#contract/problem.ts'

const nextOf = (endpoint: Endpoint | undefined) =>
  problemIn({})(Object.assign(new Problem('OFFLINE'), { endpoint })).next

test('a wizard that met no network when it read, or had none, says that nothing was sent', () => {
  expect(nextOf(listRequests)).toMatch(/^Not sent/)
  expect(nextOf(undefined)).toMatch(/^Not sent/)
})

test('of a change that went out it does not say so', () => {
  expect(nextOf(signRequest)).toMatch(/The change may have been made/)
})

test('an error in a wizard keeps the request ID and the page where its cause can be resolved', () => {
  const problem = Object.assign(new Problem('SEALED', undefined, { requestId: 'one-1' }), { endpoint: signRequest })
  expect(problemIn({})(problem)).toMatchObject({ requestId: 'one-1', place: { label: 'Go to the key vault' } })
})

test.each(['TRUNCATED', 'UNEXPECTED_CONTENT', 'HTTP_500', 'TOO_MANY_REVEALS'])(
  'after %s of a read before it, it says that nothing was sent, and what to do',
  (code) => {
    const meet = (endpoint: Endpoint) => problemIn({})(Object.assign(new Problem(code), { endpoint })).next
    expect(meet(listRequests)).toMatch(/^Not sent\. Your input is kept\. (Try again|Wait)/)
    expect(meet(signRequest)).not.toContain('Not sent')
  },
)
