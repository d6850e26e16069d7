import { afterEach, describe, expect, test } from 'vitest'
import { type Proxy, startProxy } from '../../support/proxy.ts'
import { type Answer, json } from '../../support/upstream.ts'

let proxy: Proxy
let cookie: string
afterEach(() => proxy.stop())

const computers = Array.from({ length: 7 }, (_, at) => ({ resource_id: at + 1, resource_name: `PC-${at + 1}` }))
type Habits = { base: 0 | 1; says?: boolean; total?: number }

/** Desktop management with seven computers, which counts pages in its own way and may say so. */
function counting({ base, says = true, total = computers.length }: Habits): Answer {
  return ({ url }, response) => {
    const query = new URL(url, 'http://x').searchParams
    const [page, limit] = [Number(query.get('page') ?? base), Number(query.get('pagelimit') ?? 25)]
    if (page < base) {
      return json(response, { status: 'error', error_code: '10010', error_description: 'page: lies before' }, 400)
    }
    const start = (page - base) * limit
    const rows = computers.slice(0, total).slice(start, start + limit)
    return json(response, {
      message_response: { ...(says && { page }), limit, total, computers: rows },
      status: 'success',
    })
  }
}

async function before(habits: Habits, pageBase: 0 | 1 | 'auto' = 'auto') {
  proxy = await startProxy({ dialect: { pageBase } })
  cookie = await proxy.signIn()
  speak(habits)
}
function speak(habits: Habits) {
  proxy.desktop.answer(counting(habits))
  proxy.desktop.received.length = 0
}
const list = async (input: object) => (await proxy.call('desktop.listComputers', input, cookie)).value
const names = async (input: object) => {
  const { message_response: response } = await list(input)
  return (response as { computers: { resource_name: string }[] }).computers.map((one) => one.resource_name)
}
/** For the list: whether somebody is still known is asked every few seconds, whatever comes. */
const asked = () =>
  proxy.desktop.received
    .map(({ url }) => url.split('?'))
    .flatMap(([path = '', query]) => (path.endsWith('/desktop/account') ? [] : [query]))

describe.each([
  { base: 0, says: true, questions: [undefined] },
  { base: 1, says: true, questions: [undefined] },
  { base: 0, says: false, questions: [undefined, 'page=1&pagelimit=1'] },
  { base: 1, says: false, questions: [undefined, 'page=1&pagelimit=1'] },
] as const)('a server that counts from $base (says so: $says)', ({ questions, ...habits }) => {
  test('shows each of its pages once, without anybody having said how it counts', async () => {
    await before(habits)
    expect(await names({ page: 0, pagelimit: 3 })).toEqual(['PC-1', 'PC-2', 'PC-3'])
    expect(await names({ page: 2, pagelimit: 3 })).toEqual(['PC-7'])
    const lists = [0, 2].map((page) => `page=${page + habits.base}&pagelimit=3`)
    expect(asked()).toEqual([...questions, ...lists])
  })

  test('is asked about it once', async () => {
    await before(habits)
    await names({ page: 0, pagelimit: 3 })
    proxy.desktop.received.length = 0
    await names({ page: 1, pagelimit: 3 })
    expect(asked()).toEqual([`page=${1 + habits.base}&pagelimit=3`])
  })
})

test('one computer alone tells as well', async () => {
  await before({ base: 1, says: false, total: 1 })
  expect(await names({ page: 0, pagelimit: 3 })).toEqual(['PC-1'])
  await proxy.stop()
  await before({ base: 0, says: false, total: 1 })
  expect(await names({ page: 0, pagelimit: 3 })).toEqual(['PC-1'])
})

test('an empty list is empty, and the first computer settles it', async () => {
  await before({ base: 1, says: false, total: 0 })
  expect(await names({ page: 0, pagelimit: 3 })).toEqual([])
  speak({ base: 1, says: false })
  expect(await names({ page: 1, pagelimit: 3 })).toEqual(['PC-4', 'PC-5', 'PC-6'])
})

test('a server that comes back and counts otherwise is asked anew after its first refusal', async () => {
  await before({ base: 0 })
  await names({ page: 0, pagelimit: 3 })
  speak({ base: 1 })
  expect(await list({ page: 0, pagelimit: 3 })).toMatchObject({ code: '10010' })
  expect(await names({ page: 0, pagelimit: 3 })).toEqual(['PC-1', 'PC-2', 'PC-3'])
})

test('what stands in the way of knowing is told, and asked about again', async () => {
  await before({ base: 1 })
  proxy.desktop.answer((_request, response) => json(response, { error_code: '10050', status: 'error' }, 500))
  expect(await list({ page: 0 })).toMatchObject({ code: '10050', status: 500 })
  speak({ base: 1 })
  expect(await names({ page: 0, pagelimit: 2 })).toEqual(['PC-1', 'PC-2'])
})

test('a list that a person may not see says nothing about pages', async () => {
  await before({ base: 1 })
  proxy.desktop.answer((_request, response) => json(response, { error_code: '10002', status: 'error' }, 401))
  expect(await list({ page: 0 })).toMatchObject({ code: 'SIGNED_OUT' })
})

test('a number of rows never travels without the page that it is of', async () => {
  await before({ base: 1 })
  expect(await names({ pagelimit: 2 })).toEqual(['PC-1', 'PC-2'])
  expect(asked()).toEqual([undefined, 'page=1&pagelimit=2'])
})

test('where the configuration says how pages count, nobody is asked', async () => {
  await before({ base: 1 }, 1)
  expect(await names({ page: 0, pagelimit: 2 })).toEqual(['PC-1', 'PC-2'])
  expect(asked()).toEqual(['page=1&pagelimit=2'])
})
