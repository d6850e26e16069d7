// Statements of the desktop reference, tried with requests and JSON written by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningInventory, startInventory } from './inventory/running-inventory.ts'

let estate: RunningInventory
beforeAll(async () => {
  estate = await startInventory({ desktops: 60 })
})
afterAll(() => estate.stop())

type Row = Record<string, unknown>
const rowsOf = async (path: string) => {
  const { body } = await estate.ask(path)
  const name = path.split('?', 1)[0]?.split('/').at(-1) ?? ''
  return (body.message_response?.[name] ?? []) as Row[]
}
const post = (path: string, body?: string, headers: Record<string, string> = {}) =>
  estate.ask(path, {
    method: 'POST',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  })

describe('a search', () => {
  test('finds each row by any part of its text in capitals, as Unicode writes them', async () => {
    const all = await rowsOf('som/computers?pagelimit=1000')
    // every searched column of text, folded: Straße is found as STRASSE
    for (const column of ['resource_name', 'owner', 'agent_logged_on_users', 'branch_office_name', 'location']) {
      for (const row of all) {
        const text = String(row[column]).toUpperCase().slice(0, 200)
        if (text === '') continue
        const value = encodeURIComponent(text)
        const found = await rowsOf(
          `som/computers?pagelimit=1000&searchtype=${column}&searchcolumn=${column}&searchvalue=${value}`,
        )
        expect(
          found.map(({ resource_id_string: id }) => id),
          `${column}: ${text}`,
        ).toContain(row.resource_id_string)
      }
    }
  })

  test.each(['pagelimit=0x5', 'pagelimit=5e0', 'pagelimit=5.0', 'page=0x1', 'page=1e0', 'page=٣', 'page=true'])(
    '%s is no page',
    async (query) => {
      const { status, body } = await estate.ask(`som/computers?${query}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ status: 'error', error_code: '10010' })
    },
  )
})

describe('the software that nobody may use', () => {
  test('is the part of the software that is prohibited, in the same rows', async () => {
    const software = await rowsOf('inventory/software?pagelimit=1000')
    const prohibited = await rowsOf('inventory/prohibitedsw?pagelimit=1000')
    expect(prohibited.length).toBeGreaterThan(0) // inventory
    expect(prohibited).toEqual(software.filter(({ is_usage_prohibited: usage }) => usage === 2))
  })

  test('is paged and searched like every list', async () => {
    const all = await rowsOf('inventory/prohibitedsw')
    expect(await rowsOf('inventory/prohibitedsw?page=1&pagelimit=1')).toEqual(all.slice(1, 2))
    const name = String(all[0]?.software_name)
    const search = `searchtype=software_name&searchcolumn=software_name&searchvalue=${encodeURIComponent(name)}`
    expect(await rowsOf(`inventory/prohibitedsw?${search}`)).toEqual(
      all.filter(({ software_name: one }) => String(one).includes(name)),
    )
  })
})

test.each(['som/computers/installagents', 'som/computers/uninstallagent', 'inventory/computers/scan'])(
  '%s without a body says so, whether it names a content type or not',
  async (path) => {
    for (const answer of [await post(path), await post(path, '')]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { error_code: '10010', error_description: 'body: No request data received' },
      })
    }
    expect((await post(path, '{}', { 'content-type': 'text/plain' })).body.error_description).toContain('Content-Type')
  },
)

test('every operation that takes computers names the one it does not know, in digits beyond 2^53 too', async () => {
  for (const path of ['som/computers/installagents', 'som/computers/uninstallagents', 'inventory/computers/scan']) {
    for (const id of ['90074999999999993', '"90074999999999993"']) {
      const { status, body } = await post(path, `{"resourceids":[${id}]}`)
      expect(status).toBe(400)
      expect(body.error_description).toContain('90074999999999993')
    }
  }
})
