// Forms with files, as browsers and curl write them, however they are cut on their way.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MalformedForm, partsOf } from '#platform/uploads/multipart-parts.ts'

type Read = { name: string; fileName: string | undefined; content: string }

async function* inPieces(bytes: Buffer, sizes: readonly number[]) {
  let at = 0
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
    await Promise.resolve()
  }
}

async function read(body: Buffer, type: string, sizes: readonly number[] = [7]): Promise<Read[]> {
  const found: Read[] = []
  for await (const { name, fileName, content } of partsOf(inPieces(body, sizes), type)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk))
    found.push({ name, fileName, content: Buffer.concat(chunks).toString('latin1') })
  }
  return found
}

const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
/** What comes close to the end of a part. */
const almostEnds = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '--', '\r\n--', '\r\n--bound', 'x'), { maxLength: 20 })
  .map((pieces) => pieces.join(''))
const fileNames = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((name) => !/[\0\\]|%0|%22/i.test(name))

test('every part is read as it was written, wherever the body was cut', async () => {
  const parts = fc.array(fc.tuple(fileNames, fc.oneof(anyBytes, almostEnds)), { minLength: 1, maxLength: 4 })
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(parts, sizes, async (given, cuts) => {
      const form = new FormData()
      for (const [name, content] of given) form.append('file', new Blob([Buffer.from(content, 'latin1')]), name)
      const encoded = new Response(form)
      const body = Buffer.from(await encoded.arrayBuffer())
      const found = await read(body, encoded.headers.get('content-type') ?? '', cuts)
      const names = [...form.values()].map((file) => (file as File).name)
      expect(found).toEqual(given.map(([, content], at) => ({ name: 'file', fileName: names[at], content })))
    }),
    { numRuns: 60 },
  )
})

const bodyOf = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const type = 'multipart/form-data; boundary="b"'
const disposition = 'Content-Disposition: form-data; name=input'

test('a text has no file name, an empty part no content, and what follows the end is not read', async () => {
  const body = bodyOf('--b', disposition, '', '', '--b', disposition, '', '{}', '--b--', 'anything')
  expect(await read(body, type)).toEqual([
    { name: 'input', fileName: undefined, content: '' },
    { name: 'input', fileName: undefined, content: '{}' },
  ])
})

test.each([
  ['a body without its end', bodyOf('--b', disposition, '', 'cut'), type],
  ['a body with something before its first part', bodyOf('first', '--b', disposition, '', '', '--b--', ''), type],
  ['a part without a name', bodyOf('--b', 'Content-Type: text/plain', '', '', '--b--', ''), type],
  ['a part without headers', bodyOf('--b', '', 'text', '--b--', ''), type],
  ['headers without an end', Buffer.from(`--b\r\n${'x'.repeat(20_000)}`), type],
  ['a type without a boundary', bodyOf('--b', disposition, '', '', '--b--', ''), 'multipart/form-data'],
])('%s is refused', async (_, body, contentType) => {
  await expect(read(body, contentType)).rejects.toThrow(MalformedForm)
})
