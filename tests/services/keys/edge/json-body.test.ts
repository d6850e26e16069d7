import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { addSshResource } from '#contract/keys/ssh-resources.ts'
import { requestInput } from '#services/keys/edge/request-input.ts'
import { corpus } from '../../../crypto/corpora.ts'

const given = (bytes: Uint8Array) =>
  requestInput(
    addSshResource,
    {
      method: 'POST',
      target: addSshResource.path,
      headers: { 'content-type': 'application/json' },
      body: Readable.from([Buffer.from(bytes)]),
      address: '127.0.0.1',
      peer: '127.0.0.1',
      signal: new AbortController().signal,
    },
    '',
  )

test.each([
  ['{"a":', 'body: is not JSON'],
  ['{"a":1,"a":2}', 'body: has a name twice in one object'],
  ['{"a":"\\u0000"}', 'body: has a NUL character'],
  ['{"a":"\\ud800"}', 'body: has half of a character (a lone surrogate)'],
  ['{"a":1e999}', 'body: has a number that is too large'],
  ['['.repeat(30) + ']'.repeat(30), 'body: is nested too deep'],
  ['\xff', 'body: is not UTF-8'],
])('a JSON body %s is refused as the body, for there is no INPUT_DATA', async (text, message) => {
  await expect(given(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ code: 'INVALID_INPUT_DATA', message })
})

const files = corpus('json').filter(({ name }) => name.endsWith('.json'))

test.skipIf(files.length === 0)(
  'of the files that JSON parsers are tested with (where at hand), the invalid are refused and the valid taken or explained',
  async () => {
    expect(files.length).toBeGreaterThan(300)
    for (const { name, bytes } of files) {
      const answer = await given(bytes).catch((error: Error) => error.message)
      if (typeof answer === 'string') expect(answer, name).toMatch(/^(body: |The request is too large)/)
      if (name.includes('/n_')) expect(answer, name).toBeTypeOf('string')
    }
  },
)
