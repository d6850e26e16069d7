// Packages of apps on their way through the proxy into the embedded service, far larger than anybody should hold.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { type Running, startRunning } from '../services/running.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'

const mib = 1024 * 1024
const maxUploadBytes = 300 * mib

let running: Running
let proxy: Proxy
let cookie: string
const client = new Agent()
beforeAll(async () => {
  running = await startRunning({ maxUploadBytes: 250 * mib })
  proxy = await startProxy({ realMdm: { url: running.mdm, key: await running.mdmKey() }, maxUploadBytes })
  cookie = await proxy.signIn('chief')
})
afterAll(async () => {
  await client.destroy()
  await proxy.stop()
  await running.stop()
})

const boundary = 'as-a-browser-writes-it'
const beginning = Buffer.from([0x50, 0x4b, 3, 4])
const ending = Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)])

type Sent = {
  size: number
  stated?: number
  signature?: Buffer
  end?: Buffer
  stopAfter?: number
  cookie?: string
  /** After each part, with what was sent so far; the next part waits for it. */
  onSent?: (bytes: number) => Promise<void>
}

/** A package made on the fly, in the form of the browser. `stopAfter`: its connection ends after so many bytes. */
function packageOf({ size, stated = size, signature = beginning, end = ending, stopAfter = Infinity, onSent }: Sent) {
  const head = [
    `--${boundary}\r\nContent-Disposition: form-data; name="input"\r\n\r\n${JSON.stringify({ file: { size: stated } })}`,
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="till.apk"\r\nContent-Type: application/zip\r\n\r\n`,
  ].join('\r\n')
  const tail = `\r\n--${boundary}--\r\n`
  const filling = Buffer.alloc(256 * 1024, 'x')
  const pulled = { bytes: 0 }
  async function* body() {
    yield Buffer.from(head)
    yield signature
    for (let left = size - signature.length - end.length; left > 0; left -= filling.length) {
      if (pulled.bytes > stopAfter) throw new Error('the person has left')
      const chunk = filling.subarray(0, Math.min(left, filling.length))
      pulled.bytes += chunk.length
      yield chunk
      await onSent?.(pulled.bytes)
      await nextTurn()
    }
    yield end
    yield Buffer.from(tail)
  }
  return { body: Readable.from(body()), length: head.length + size + tail.length, pulled }
}

async function send(sent: Sent) {
  const { body, length } = packageOf(sent)
  const headers = {
    'x-triptych': '1',
    cookie: sent.cookie ?? cookie,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(length),
  }
  const answer = await request(`${proxy.origin}/api/mdm.uploadFile`, {
    dispatcher: client,
    method: 'POST',
    headers,
    body,
  })
  return { status: answer.statusCode, value: (await answer.body.json()) as JsonObject }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** MiB that somebody holds: what nobody needs any more goes first, whenever it would have gone by itself. */
function held(): number {
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return (arrayBuffers + heapUsed) / mib
}

const newTill = { app_name: 'Till', app_type: '2', platform_type: '2', bundle_identifier: 'example.till' }

test('a package of 200 MiB becomes an app, and nobody holds it whole on its way', async () => {
  const size = 200 * mib + 17
  const before = held()
  const looks = [60, 120, 180].map((at) => at * mib) // few: in a process of many tests each takes its time
  // The sender waits meanwhile: what only passes through, or is freed in the background, goes; what is held stays.
  const onSent = async (bytes: number) => {
    if (bytes < (looks[0] ?? Infinity)) return
    await expect.poll(() => held() - before, { timeout: 60_000, interval: 1000 }).toBeLessThan(50)
    looks.shift()
  }
  const { status, value } = await send({ size, onSent })
  expect([status, value.content_length, value.file_name, value.content_type]).toEqual([
    200,
    size,
    'till.apk',
    'application/vnd.android.package-archive',
  ])
  expect(looks).toEqual([])

  const made = await proxy.call('mdm.createApp', { ...newTill, app_file: value.file_id }, cookie)
  expect(made.value).toMatchObject({ app_name: 'Till', file_name: 'till.apk', file_size: size })
  const again = await proxy.call(
    'mdm.createApp',
    { ...newTill, bundle_identifier: 'example.other', app_file: value.file_id },
    cookie,
  )
  expect(again.value).toMatchObject({
    code: 'APP0001',
    message: 'app_file: no file with this file_id waits to be used',
  })
}, 180_000)

test('a package above the limit of the console is refused at once, and one above that of the server by the server', async () => {
  const ofConsole = await send({ size: 301 * mib })
  expect([ofConsole.status, ofConsole.value.code, ofConsole.value.message]).toEqual([
    413,
    'TOO_LARGE',
    'The file is larger than 300 MiB',
  ])
  const ofServer = await send({ size: 260 * mib })
  expect([ofServer.status, ofServer.value.code, ofServer.value.message]).toEqual([
    400,
    'FIL0001',
    'file: the file has more than 250 MiB',
  ])
})

test.each([
  ['a picture', { signature: Buffer.from([0x89, 0x50, 0x4e, 0x47]) }, 'file: this is not a ZIP archive'],
  ['a package that was cut', { end: Buffer.from('no end') }, 'file: this is not a complete ZIP archive'],
])(
  '%s is refused by the server, and the refusal arrives while the file is still being sent',
  async (_, given, message) => {
    const { status, value } = await send({ size: 20 * mib, ...given })
    expect([status, value.code, value.message]).toEqual([400, 'FIL0001', message])
  },
)

test('a file that is not as long as it says is not handed on', async () => {
  for (const stated of [mib, 3 * mib]) {
    const { value } = await send({ size: 2 * mib, stated })
    expect(value).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The size of the file differs from the announced size',
    })
  }
})

test('who is not signed in hears it, however much they send', async () => {
  const { status, value } = await send({ size: 20 * mib, cookie: 'none' })
  expect([status, value.code]).toEqual([401, 'SIGNED_OUT'])
})

test('whoever cancels leaves nothing behind, and the next upload goes through', async () => {
  const before = proxy.log.length
  const files = () =>
    running.database.db.$extendTables<{ uploaded_file: object }>().selectFrom('uploaded_file').selectAll().execute()
  const others = await files()
  await expect(send({ size: 64 * mib, stopAfter: 8 * mib })).rejects.toThrow()
  await expect.poll(() => proxy.log.slice(before).join('\n'), { timeout: 20_000 }).toContain('mdm.uploadFile')
  expect(await files()).toEqual(others)
  expect((await send({ size: mib })).status).toBe(200)
})

test('the audit names the file', async () => {
  const { file_id } = (await send({ size: mib })).value
  expect(file_id).toBeDefined()
  const { value } = await proxy.call('console.listAudit', { limit: 1 }, cookie)
  expect(JSON.stringify(value)).toContain('till.apk')
})
