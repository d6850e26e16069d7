import { afterEach, expect, test, vi } from 'vitest'
import { errorIn } from '#contract/errors.ts'
import { errorBody } from '#contract/http/error-body.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import { createSshKey, getPgpKey } from '#contract/keys/ssh.ts'
import { listVaultKeys } from '#contract/keys/vault.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { consoleErrors, desktopErrors, mdmErrors } from '#contract/problems/known-errors.ts'

const answer = (status: number, headers = {}) => ({ status, headers })
afterEach(() => {
  vi.useRealTimers()
})

test('every code of the reference has its HTTP status, and says what to do next', () => {
  expect(Object.keys(mdmErrors)).toHaveLength(27)
  expect(new Problem('COM00020').status).toBe(400)
  for (const code of Object.keys({ ...mdmErrors, ...desktopErrors, ...consoleErrors })) {
    const problem = new Problem(code)
    expect(problem.next).toMatch(/\.$/)
    expect(problem.meaning).toBe(problem.message)
  }
})

test('an unknown code keeps its spelling and its status', () => {
  const problem = errorIn('mdm', answer(418), { error_code: 'SDE0001', error_description: 'tea' })
  expect(problem).toMatchObject({ code: 'SDE0001', status: 418, message: 'tea', service: 'mdm' })
})

test.each([
  [
    { error_code: 'CMD0001', error_description: 'plain', localized_error_description: 'localized' },
    'CMD0001',
    'localized',
  ],
  [{ error_code: 1010, error_description: 'numeric' }, '1010', 'numeric'],
  [{ errorCode: 'IAM0028', errorMsg: 'Unsupported parameter' }, 'IAM0028', 'Unsupported parameter'],
  [{ ErrorCode: '401', ErrorMsg: 'Unauthorised' }, '401', 'Unauthorised'],
  ['just text', 'HTTP_412', 'The server responded with HTTP status 412'],
])('the error form %j is read', (body, code, message) => {
  expect(errorIn('mdm', answer(412), body)).toMatchObject({ code, message, status: 412, raw: body })
})

test('an error inside HTTP 200 is an error', () => {
  const body = { status: 'error', error_code: '10002', error_description: 'Invalid or expired token' }
  expect(errorIn('desktop', answer(200), body)).toMatchObject({ code: '10002', status: 401 })
  expect(errorIn('desktop', answer(200), { status: 'Fail', message: 'No' })).toMatchObject({ message: 'No' })
  expect(errorIn('desktop', answer(200), { status: 'success' })).toBeUndefined()
})

test.each(['', 0, '0', null])('the code %j says that there was no error', (error_code) => {
  expect(errorIn('desktop', answer(200), { status: 'success', error_code })).toBeUndefined()
  expect(errorIn('desktop', answer(400), { error_code })).toMatchObject({ code: 'HTTP_400' })
})

test('Retry-After is read in seconds and as a date, and a longer wait counts as an hour', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) })
  const seconds = (value: string) => errorIn('mdm', answer(429, { 'retry-after': value }), {})?.retryAfterSeconds
  expect(seconds('12')).toBe(12)
  expect(seconds(new Date(Date.now() + 30_000).toUTCString())).toBe(30)
  expect(seconds('1000000000')).toBe(3600)
  expect(seconds('7200')).toBe(3600)
  expect(seconds('soon')).toBeUndefined()
})

test('a status without a code says no more than it means, and asks for no other values where none are wrong', () => {
  const next = (status: number) => errorIn('keys', answer(status), 'no JSON')?.next
  expect([403, 404, 405, 429, 503].filter((status) => next(status)?.includes('Correct the values'))).toEqual([])
  expect(next(404)).toContain('this server does not offer the operation')
  expect(next(422)).toBe('Correct the values and send them again.')
})

test('nobody is asked to correct the values of a list or record that a server refuses', () => {
  const nextOf = (endpoint: Problem['endpoint'], code = 'REFUSED') => {
    const problem = new Problem(code, 'Not today', { service: code === 'REFUSED' ? 'keys' : 'mdm' })
    problem.endpoint = endpoint
    return problem.next
  }
  const tryAgain = 'Try again. If this keeps happening, contact the server’s administrator.'
  expect(nextOf(listVaultKeys)).toBe(tryAgain)
  expect(nextOf(listDevices, 'COM0005')).toBe(tryAgain)
  expect(nextOf(getCertificateDetails)).toBe(tryAgain)
  expect(nextOf(getPgpKey)).toBe('Correct the values and send them again.')
  expect(nextOf(createSshKey)).toBe('Correct the values and send them again.')
})

test('of a code that comes with the status of another, what to do next follows the status', () => {
  const next = (code: string, status: number) => errorIn('mdm', answer(status), { error_code: code })?.next
  expect(next('COM0013', 401)).toContain('key of this connection')
  expect(next('COM0013', 403)).toBe('The server does not permit this. Ask its administrator.')
  expect(next('COM0014', 413)).toBe('Send fewer items, or a smaller file.')
  expect(next('COM0005', 422)).toBe(next('COM0005', 400))
})

test('a problem survives the way to the browser, and a service writes its own form', () => {
  const problem = new Problem('COM0003', 'limit: is too large', { field: 'limit', retryAfterSeconds: 3 })
  expect(Problem.fromJSON(JSON.parse(JSON.stringify(problem)) as never)).toEqual(problem)
  expect(errorBody(problem)).toEqual({
    error_code: 'COM0003',
    error_description: 'limit: is too large',
    localized_error_description: 'limit: is too large',
  })
  expect(errorBody(new Problem('10002'))).toMatchObject({ status: 'error', error_code: '10002' })
})

test('key management has no codes on the wire: what the embedded one says is known by its words', () => {
  const said = (status: number, message: string) =>
    errorIn('keys', answer(status), { result: { status: 'Failed', message } })?.code
  expect(said(503, 'The vault is sealed')).toBe('SEALED')
  expect(said(429, 'Too many wrong passphrases')).toBe('TOO_MANY_PASSPHRASES')
  expect(said(503, 'Down for maintenance')).toBe('HTTP_503')
  expect(said(500, 'The vault is sealed')).toBe('HTTP_500')
})
