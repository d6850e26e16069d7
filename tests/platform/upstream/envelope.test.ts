import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorIn, reportedBeside } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { envelopeIn } from '#platform/upstream/envelope.ts'
import { deepest } from '#platform/upstream/json-depth.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const answerOf = (text: string, status = 200) => ({ status, headers: {}, text, bytes: bytesOf(text) })

const names = fc.oneof(fc.constantFrom(...reportedBeside), fc.string(), fc.constantFrom('devices', '"', '\\', '{', ','))
const values = fc.oneof(fc.jsonValue(), fc.constantFrom('error', 'Failed', 'success', 0, null))
const bodies = fc.oneof(
  fc.array(fc.tuple(names, values), { maxLength: 8 }).map((members) => Object.fromEntries(members)),
  fc.jsonValue(),
)

test('an envelope says of errors what the whole answer says, however it is spelled', () => {
  fc.assert(
    fc.property(bodies, fc.constantFrom(undefined, 1, '\t'), (body, indent) => {
      const text = JSON.stringify(body, null, indent)
      const envelope = envelopeIn(bytesOf(text))
      if (envelope === undefined) return
      for (const service of ['mdm', 'keys', 'identity'] as const) {
        const [short, whole] = [envelope, JSON.parse(text) as Json].map((said) =>
          errorIn(service, answerOf(text), said),
        )
        expect([short?.code, short?.message]).toEqual([whole?.code, whole?.message])
      }
    }),
    { numRuns: 500 },
  )
})

test('a list with what is said before and after it has an envelope, and its rows are not in it', () => {
  const rows = '[{"name":"a \\" } ]","status":"failed","parts":[{"error":1}]}]'
  const text = `{"message_type": "devices" , "status":"success","devices":${rows},"result":{"status":"Success"}} \n`
  expect(envelopeIn(bytesOf(text))).toEqual({ status: 'success', result: { status: 'Success' } })
})

test.each([
  ['cut off', '{"devices":[{"name":"a"}'],
  ['in a text', '{"devices":"a'],
  ['closed by the wrong sign', '{"devices":[}]'],
  ['followed by more', '{"devices":[]} x'],
  ['no object', '[{"devices":1}]'],
  ['a page', '<html>{"devices":[]}</html>'],
  ['spelled in another way', '{"\\u0065rror_code":"COM0008"}'],
  ['nested too deep', `{"a":${'['.repeat(deepest)}${']'.repeat(deepest)}}`],
  ['said by halves', '{"status":tru,"devices":[]}'],
])('what is %s has to be read whole', (_, text) => {
  expect(envelopeIn(bytesOf(text))).toBeUndefined()
})

test('a long answer is judged as a short one', () => {
  const filler = JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ name: `device ${at}` })))
  const judged = (text: string) => problemIn('mdm', answerOf(text), undefined)?.code
  expect(judged(`{"devices":${filler}}`)).toBeUndefined()
  expect(judged(`{"devices":${filler},"error_code":"COM0008","error_description":"none"}`)).toBe('COM0008')
  expect(judged(`{"devices":${filler}`)).toBe('TRUNCATED')
  expect(judged(`{"devices":${filler}]}`)).toBe('UNEXPECTED_CONTENT')
  expect(judged(`<p>${filler}</p>`)).toBe('UNEXPECTED_CONTENT')
})

test('a failure below operation is one in a short answer and in a long one', () => {
  const judged = (text: string) => problemIn('keys', answerOf(text), undefined)
  const failed = '"result":{"status":"Failed","message":"No such key"}'
  const filler = JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ name: `key ${at}` })))
  for (const Details of ['[]', filler]) {
    expect(judged(`{"operation":{${failed},"Details":${Details}}}`)).toMatchObject({ message: 'No such key' })
    expect(judged(`{"operation":{"result":{"status":"Success"},"Details":${Details}}}`)).toBeUndefined()
  }
})

test('for who only reads, what stands before the content decides; what has no such place is judged whole', () => {
  const rows = JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ name: `device ${at}` })))
  const judged = (text: string) => problemIn('mdm', { ...answerOf(text), headDecides: true }, undefined)?.code
  expect(judged(`{"status":"success","devices":${rows}}`)).toBeUndefined()
  expect(judged(`{"status":"success","devices":${rows.slice(0, -9)}`)).toBeUndefined()
  expect(judged(`{"error_code":"COM0008","devices":${rows}}`)).toBe('COM0008')
  expect(judged(`{"result":{"status":"Failed","rows":${rows}},"devices":[]}`)).toBe('HTTP_200')
  expect(judged(`{"name":"${rows.replaceAll('"', '')}","error_code":"COM0008"}`)).toBe('COM0008')
  expect(judged(rows)).toBeUndefined()
  expect(judged(`<p>${rows}</p>`)).toBe('UNEXPECTED_CONTENT')
})
