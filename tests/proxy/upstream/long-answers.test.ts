import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDevices } from '#contract/mdm/device-list.ts'
import { own, secret, startProxy } from '../../support/proxy.ts'
import { type Answer, json } from '../../support/upstream.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let cookie: string
const agent = new Agent()
beforeAll(async () => {
  proxy = await startProxy()
  cookie = await proxy.signIn()
})
afterAll(async () => {
  await agent.destroy()
  await proxy.stop()
})

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => `{"device_id":"${at}","device_name":"Device number ${at}"}`).join()
const long = rows(5_000)
const ask = (headers: Record<string, string> = {}) =>
  request(`${proxy.origin}/api/mdm.listDevices`, {
    dispatcher: agent,
    method: 'POST',
    headers: { ...own, cookie, ...headers },
    body: '{}',
  })
/** The beginning of a long list; what comes behind it is up to the test. */
const beginning = () => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  proxy.mdm.answer((_request, response) => {
    response.write(`{"devices":[${long},`, () => resolve(response))
  })
  return promise
}
const answering = (answer: Answer) => {
  proxy.mdm.answer(answer)
  return proxy.call('mdm.listDevices', {}, cookie)
}

test('a long answer reaches the browser while its server still sends', async () => {
  const upstream = beginning()
  const { statusCode, body } = await ask()
  const parts = body[Symbol.asyncIterator]()
  const first = (await parts.next()).value as Buffer
  expect(first.toString().slice(0, 30)).toBe('{"devices":[{"device_id":"0","')
  ;(await upstream).end(`${rows(3)}]}`)
  const all = [first]
  for (let part = await parts.next(); !part.done; part = await parts.next()) all.push(part.value as Buffer)
  expect([statusCode, Buffer.concat(all).toString()]).toEqual([200, `{"devices":[${long},${rows(3)}]}`])
})

test('one that breaks off in the middle never looks complete', async () => {
  for (const encoding of ['identity', 'br', 'gzip']) {
    const upstream = beginning()
    const { body } = await ask({ 'accept-encoding': encoding })
    const whole = body.text()
    ;(await upstream).destroy()
    await expect(whole).rejects.toThrow()
  }
  expect((await answering((_request, response) => json(response, { devices: [] }))).status).toBe(200)
})

test('a reverse proxy that asks by HTTP/1.0 gets all of it, or a problem', async () => {
  const askByOld = async () => {
    const { hostname, port, host } = new URL(proxy.origin)
    const socket = connect(Number(port), hostname)
    const headers = Object.entries({ ...own, host, cookie, 'content-length': 2 }).map((header) => header.join(': '))
    socket.write(['POST /api/mdm.listDevices HTTP/1.0', ...headers, '', '{}'].join('\r\n'))
    return text(socket)
  }
  const upstream = beginning()
  const cut = askByOld()
  ;(await upstream).destroy()
  expect(await cut).toMatch(/^HTTP\/1\.1 502 [^]*"TRUNCATED"/)
  const whole = `{"devices":[${long}]}`
  proxy.mdm.answer((_request, response) => json(response, whole))
  expect((await askByOld()).split('\r\n\r\n')[1]).toBe(whole)
})

test('one that grows too large breaks off, and one that says so before is refused', async () => {
  const part = `${rows(20_000)},`
  proxy.mdm.answer((_request, response) => {
    response.write('{"devices":[')
    const more = () => {
      while (response.writable && response.write(part));
    }
    response.on('drain', more)
    more()
  })
  const { body } = await ask()
  await expect(body.text()).rejects.toThrow()
  const whole = `{"devices":[${part.repeat(20)}{}]}`
  const refused = await answering((_request, response) =>
    response.writeHead(200, { 'content-length': whole.length }).end(whole),
  )
  expect([refused.status, refused.value.code]).toEqual([502, 'ANSWER_TOO_LARGE'])
})

test('one byte that is no text breaks nothing off', async () => {
  proxy.mdm.answer((_request, response) => {
    response.write(`{"devices":[${long},{"device_name":"M`)
    response.write(Buffer.from([0xfc]))
    response.end('nchen"}]}')
  })
  const { devices } = JSON.parse(await (await ask()).body.text()) as { devices: { device_name: string }[] }
  expect(devices.at(-1)).toEqual({ device_name: 'M\uFFFDnchen' })
})

test('the credential is hidden in it, also where it comes in two parts', async () => {
  proxy.mdm.answer(({ headers }, response) => {
    const [begin, end] = [String(headers.authorization).slice(0, 9), String(headers.authorization).slice(9)]
    response.write(`{"devices":[${long}],"seen":"${begin}`, () =>
      response.end(`${end}","again":"\\u0063${secret.apiKey.slice(1)}"}`),
    )
  })
  const answer = await (await ask()).body.text()
  expect(answer.slice(-60)).toContain('],"seen":"(hidden)","again":"(hidden)"}')
  expect(answer).not.toContain(secret.apiKey)
})

test('it is as small as the browser takes it', async () => {
  const whole = `{"devices":[${long}]}`
  proxy.mdm.answer((_request, response) => json(response, whole))
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await ask({ 'accept-encoding': encoding })
    expect([headers['content-encoding'], headers['cache-control']]).toEqual([encoding, 'no-store'])
    expect(unpack(Buffer.from(await body.arrayBuffer())).toString()).toBe(whole)
  }
})

test('an error before its content is a refusal, and so is what cannot be read', async () => {
  const refused = await answering((_request, response) =>
    json(response, `{"error_code":"COM0002","devices":[${long}]}`),
  )
  expect([refused.status, refused.value.code]).toEqual([429, 'COM0002'])
  const page = await answering((_request, response) => response.end(`<html>${long}</html>`))
  expect([page.status, page.value.code]).toEqual([502, 'UNEXPECTED_CONTENT'])
  const failed = await answering((_request, response) => json(response, `{"devices":[${long}]}`, 500))
  expect([failed.status, failed.value.code]).toEqual([500, 'HTTP_500'])
  const open = await answering((_request, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\n\r\n{"devices":[${long}`)
  })
  expect([open.status, open.value.code], 'HTTP does not say where it ends').toEqual([502, 'TRUNCATED'])
  for (const coding of ['identity', 'chunked, gzip']) {
    const coded = await answering((_request, response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: ${coding}\r\n\r\n{"devices":[${long}`)
    })
    expect([coded.status, coded.value.code], coding).toEqual([502, 'TRUNCATED'])
  }
})

test('a browser that reads slowly holds no connection to the server', async () => {
  const upstream = beginning()
  const { body } = await ask()
  const response = await upstream
  response.end(`${rows(50_000)}]}`)
  await once(response, 'finish')
  expect((await body.text()).length).toBeGreaterThan(2_000_000)
})

test('a browser that leaves in the middle lets the server go', async () => {
  for (const encoding of ['identity', 'br', 'gzip']) {
    const upstream = beginning()
    const { body } = await ask({ 'accept-encoding': encoding })
    const response = await upstream
    const left = once(response, 'close')
    body.on('error', () => undefined).destroy()
    await left
  }
})

test('what the console reads itself is whole, or a problem of that server', async () => {
  const [session] = await proxy.tables.selectFrom('proxy_session').select(['site', 'owner']).execute()
  const read = () =>
    proxy.people.callAs({ site: 'test', owner: session?.owner ?? '' }, listDevices, {}, new AbortController().signal)
  proxy.mdm.answer((_request, response) => json(response, `{"devices":[${long}]}`))
  expect((await read()).rows).toHaveLength(5_000)
  const upstream = beginning()
  const reading = read()
  void upstream.then((response) => response.destroy())
  await expect(reading).rejects.toMatchObject({ code: 'TRUNCATED', service: 'mdm' })
})

test('in another server’s words it is read whole', async () => {
  const other = await startProxy({ dialect: { names: { devices: 'geraete' } } })
  other.mdm.answer((_request, response) => json(response, `{"geraete":[${long}]}`))
  expect((await other.call('mdm.listDevices', {}, await other.signIn())).text).toBe(`{"devices":[${long}]}`)
  await other.stop()
})
