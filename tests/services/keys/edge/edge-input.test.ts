import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { keys } from '#contract/keys/operations.ts'
import { withinMs } from '../../../support/runs.ts'
import { multipart } from '../multipart-body.ts'
import type { Asked } from '../tls-client.ts'
import { documentOf, type EdgeWorld, inForm, inQuery, startEdge } from './edge-world.ts'
import { rawBytes, rawDocuments } from './raw-documents.ts'

let edge: EdgeWorld
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.stop())

const { path } = keys.getSshKey
const asForm = (encoded: string) => ({ ...inForm(''), body: `INPUT_DATA=${encoded}` })

/** Refused as malformed, in the envelope, within a second; nothing reaches the operation. */
async function expectRefusal(what: string, target: string, asked: Asked) {
  const start = performance.now()
  const { status, json } = await edge.ask(target, { method: 'POST', ...asked })
  const { name, result } = json()
  expect([what, status, name]).toEqual([what, 400, 'getSSHKey'])
  expect((result as JsonObject).status).toBe('Failed')
  expect((result as JsonObject).message).toMatch(/^INPUT_DATA|^body/)
  expect(performance.now() - start).toBeLessThan(withinMs(1000))
}

test('more than 300 documents that nobody means are refused, however they travel', async () => {
  expect(rawDocuments.length * 2 + rawBytes.length * 2).toBeGreaterThan(300)
  for (const [what, text] of rawDocuments) {
    await expectRefusal(what, path, inForm(text))
    if (text.length < 60_000) await expectRefusal(what, path + inQuery(text), {})
  }
  for (const [what, encoded] of rawBytes) {
    await expectRefusal(what, path, asForm(encoded))
    await expectRefusal(what, `${path}?INPUT_DATA=${encoded}`, {})
  }
  expect(edge.reached).toEqual([])
})

test('as a part, they are refused as well', async () => {
  // The parser of parts takes a mark of byte order for what it is.
  for (const [what, text] of rawDocuments.filter(([, text]) => !text.startsWith('\ufeff'))) {
    await expectRefusal(what, path, multipart([{ name: 'INPUT_DATA', content: text }]))
  }
  const noUtf8 = Buffer.from(documentOf({ keyName: 'käse' }), 'latin1')
  await expectRefusal('latin1', path, multipart([{ name: 'INPUT_DATA', content: noUtf8 }]))
  expect(edge.reached).toEqual([])
})

test.each([
  ['names that objects have by nature', { keyName: '__proto__', constructor: 'x', toString: 1 }],
  ['right to left', { keyName: '\u202eمرحبا' }],
  ['a replacement character that was meant', { keyName: '\ufffd' }],
  ['what looks like markup, SQL or a shell', { keyName: `<script>'; drop table x; -- $(id) \`id\` {{7*7}}` }],
])('%s stay data', async (_, details) => {
  edge.reached.length = 0
  const document = documentOf(details)
  await edge.ask(path + inQuery(document), { method: 'POST' })
  await edge.ask(path, { method: 'POST', ...inForm(document) })
  await edge.ask(path, { method: 'POST', ...multipart([{ name: 'INPUT_DATA', content: document }]) })
  expect(edge.reached.map(({ input }) => input)).toEqual([1, 2, 3].map(() => ({ keyName: details.keyName })))
})

test('twenty deep is not too deep', async () => {
  const document = `{"operation":{"Details":{"keyName":"a","x":${'['.repeat(17)}${']'.repeat(17)}}}}`
  expect((await edge.ask(path, { method: 'POST', ...inForm(document) })).status).toBe(200)
})
