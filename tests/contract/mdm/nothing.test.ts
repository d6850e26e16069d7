import { expect, test } from 'vitest'
import { fromResponse } from '#contract/http/http.ts'
import { toResponse } from '#contract/http/to-response.ts'
import { deleteGroup, removeGroupApps } from '#contract/mdm/groups.ts'

test('a success that says nothing has its status, no type and no body', () => {
  expect(toResponse(deleteGroup, {})).toEqual({ status: 204, headers: {}, body: '' })
  expect(toResponse(removeGroupApps, {})).toEqual({ status: 202, headers: {}, body: '' })
})

test.each(['', ' ', 'OK', '{"status":"ok"}', '[]'])('the success %j of a real server is read as nothing', (body) => {
  expect(fromResponse(deleteGroup, { status: 202, headers: {}, body })).toEqual({})
})

test.each([
  [412, '{"error_code":"APP0002"}', 'APP0002'],
  [200, '{"error_code":"COM0015"}', 'COM0015'],
  [500, '', 'HTTP_500'],
  [404, 'not found', 'HTTP_404'],
])('a refusal is still one: %i %s', (status, body, code) => {
  expect(() => fromResponse(deleteGroup, { status, headers: {}, body })).toThrow(expect.objectContaining({ code }))
})
