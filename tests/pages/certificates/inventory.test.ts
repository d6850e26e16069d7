import { describe, expect, test } from 'vitest'
import { type Detail, detailOf } from '#contract/keys/jobs/certificate-target.ts'
import { namesOf } from '#pages/certificates/certificate-query.ts'
import { chainOf } from '#contract/keys/rules/issuer-chain.ts'
import { expiryText } from '#pages/certificates/expiry-text.ts'
import { type InventoryRow, inventoryOf, inventoryTexts, isIn, type Listed } from '#contract/keys/rules/inventory.ts'
import { inputOf } from '#components/lists/use-server-list.ts'
import { certificates, certificateSearch } from '#pages/certificates/inventory/certificate-search.ts'
import { hasWords } from '#services/console/lists/search-texts.ts'

const now = Date.UTC(2026, 10, 21)
const listed = (id: string | undefined, more: Partial<Listed> = {}) =>
  ({
    CertID: id,
    'Common Name': 'www.example.com',
    'DNS Name/FQDN': 'www.example.com',
    Port: '0',
    Issuer: 'Our CA',
    FromDate: '2026-01-01T00:00:00Z',
    ExpiryDate: '2027-01-01T00:00:00Z',
    KeyStrength: '2048',
    SignatureAlgorithm: 'SHA256withRSA',
    ...more,
  }) as unknown as Listed
const oneOf = (more: Partial<Listed>) => inventoryOf([listed('1', more)], now)[0] as InventoryRow

describe('the inventory', () => {
  test('a certificate that was seen at several hosts is one row that names them all', () => {
    const rows = inventoryOf(
      [
        listed('7', { 'DNS Name/FQDN': 'a.test', Port: '443' } as never),
        listed('7', { 'DNS Name/FQDN': 'b.test', Port: '8443' } as never),
      ],
      now,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.places).toEqual(['a.test:443', 'b.test:8443'])
  })

  test('a certificate that was seen nowhere has no place, although the service names a host', () => {
    expect(oneOf({}).places).toEqual([])
    expect(isIn('places', oneOf({}))).toBe(false)
  })

  test('issued is not served: what was renewed and what differs between hosts is told apart', () => {
    const at = (host: string, more: object) => ({ 'DNS Name/FQDN': host, Port: '443', ...more }) as never
    const old = { FromDate: '2026-01-01T00:00:00Z' }
    const later = { FromDate: '2026-06-01T00:00:00Z' }
    const usesOf = (...rows: Listed[]) => inventoryOf(rows, now).map(({ id, use }) => `${id} ${use}`)
    expect(usesOf(listed('1', at('a.test', old)))).toEqual(['1 served'])
    expect(usesOf(listed('1', at('a.test', old)), listed('2', later))).toEqual(['1 renewed', '2 unseen'])
    expect(usesOf(listed('1', at('a.test', old)), listed('2', at('b.test', later)))).toEqual(['1 differs', '2 differs'])
    // A certificate for each kind of key, one that has not begun, and one that came before are no renewal.
    const short = { ...later, KeyStrength: '256' }
    expect(usesOf(listed('1', at('a.test', old)), listed('2', at('a.test', short)))).toEqual(['1 served', '2 served'])
    const next = { FromDate: '2026-12-01T00:00:00Z' }
    expect(usesOf(listed('1', at('a.test', old)), listed('2', next))).toEqual(['1 served', '2 unseen'])
    expect(usesOf(listed('1', at('a.test', later)), listed('2', old))).toEqual(['1 served', '2 unseen'])
  })

  test('two certificates of one name stay two, and both say so', () => {
    const rows = inventoryOf([listed('1'), listed('2'), listed('3', { 'Common Name': 'other' })], now)
    expect(rows.map(({ id, ofThisName }) => [id, ofThisName])).toEqual([
      ['1', 2],
      ['2', 2],
      ['3', 1],
    ])
  })

  test('rows without an id are never taken for one another', () => {
    expect(inventoryOf([listed(undefined), listed(undefined)], now)).toHaveLength(2)
  })

  test('the next to expire comes first, what has no readable date last', () => {
    const rows = inventoryOf(
      [
        listed('1', { ExpiryDate: 'soon' }),
        listed('2', { ExpiryDate: '2028-01-01T00:00:00Z' }),
        listed('3', { ExpiryDate: '2026-11-01T00:00:00Z' }),
      ],
      now,
    )
    expect(rows.map(({ id }) => id)).toEqual(['3', '2', '1'])
  })

  test('how long it is valid is told in days, and an unreadable date reassures nobody', () => {
    expect(expiryText(oneOf({ ExpiryDate: '2026-11-22T12:00:00Z' }).expiry)).toBe('1 day left')
    expect(expiryText(oneOf({ ExpiryDate: '2026-11-21T12:00:00Z' }).expiry)).toBe('Less than a day left')
    expect(expiryText(oneOf({ ExpiryDate: '2026-11-20T12:00:00Z' }).expiry)).toBe('Expired today')
    expect(expiryText(oneOf({ ExpiryDate: '2026-11-19T12:00:00Z' }).expiry)).toBe('Expired 1 day ago')
    expect(expiryText(oneOf({ ExpiryDate: 'next spring' }).expiry)).toBe('Unknown: next spring')
    expect(oneOf({ ExpiryDate: undefined }).expiry.state).toBe('unknown')
  })

  test('weak keys and signatures are found, curves are no weak RSA', () => {
    expect(oneOf({ KeyStrength: '1024', SignatureAlgorithm: 'SHA1withRSA' }).weaknesses).toEqual([
      'Weak: SHA-1',
      'Weak: RSA 1024',
    ])
    expect(oneOf({ KeyStrength: '256', SignatureAlgorithm: 'SHA256withECDSA' }).weaknesses).toEqual([])
    expect(oneOf({ KeyStrength: undefined }).weaknesses).toEqual([])
  })

  test('every word of a search counts, wherever it stands', () => {
    const row = oneOf({ 'DNS Name/FQDN': 'shop.test', Port: '443', 'Created By': 'Ada' } as never)
    expect(hasWords('shop ADA', inventoryTexts)(row)).toBe(true)
    expect(hasWords('shop bob', inventoryTexts)(row)).toBe(false)
    expect(hasWords('  ', inventoryTexts)(row)).toBe(true)
  })
})

test('filters, order and page go to the console; nonsense in an address is passed over', () => {
  const address = new URLSearchParams(
    'days=30&bits=1x&show=nothing&search=a&page=3&sort=-until,nothing&filter.name=B&filter.by=Ada&filter.expiry=3&filter.expiry=',
  )
  const search = certificateSearch.read(address)
  expect(inputOf(certificates, search, address)).toEqual({
    search: 'a',
    days: '30',
    filters: [
      { column: 'name', contains: 'B' },
      { column: 'expiry', from: 3, to: undefined },
      { column: 'by', oneOf: ['Ada'] },
    ],
    sort: [{ column: 'until', descending: true }],
    offset: 200,
    limit: 100,
  })
  expect(certificateSearch.searchFor({ ...search, page: 1 })).toBe('search=a&days=30')
})

describe('which certificate an operation means', () => {
  const row = oneOf({})
  const detail = (id: string | undefined, serial: string, expiry_date = '2027-01-01T00:00:00Z') =>
    ({
      CertificateId: id,
      endpoint: { serial, expiry_date, from_date: '2026-01-01T00:00:00Z' },
    }) as unknown as Detail

  test('is told by its id, however many have its name', () => {
    expect(detailOf(row, [detail('2', 'BB'), detail('1', 'AA')])?.endpoint?.serial).toBe('AA')
  })

  test('is told by its dates where the server sends no ids', () => {
    expect(detailOf(row, [detail(undefined, 'BB', '2030-01-01'), detail(undefined, 'AA')])?.endpoint?.serial).toBe('AA')
  })

  test('is told by its dates in another form, too', () => {
    const other = detail(undefined, 'AA', 'Jan 1, 2027 00:00:00 GMT')
    expect(detailOf(row, [other, detail(undefined, 'BB', '3/4/2030')])?.endpoint?.serial).toBe('AA')
  })

  test('stays open where two could be meant, or none is', () => {
    expect(detailOf(row, [detail(undefined, 'AA'), detail(undefined, 'BB')])).toBeUndefined()
    expect(detailOf(row, [detail('2', 'BB')])).toBeUndefined()
  })

  test('names are split at commas, and blanks are nobody’s name', () => {
    expect(namesOf({ endpoint: { Sans: ' a.test,, b.test , ' } })).toEqual(['a.test', 'b.test'])
  })
})

describe('the chain', () => {
  const all = inventoryOf(
    [
      listed('1', { Issuer: 'Issuing' }),
      listed('2', { 'Common Name': 'Issuing', Issuer: 'Root' }),
      listed('3', { 'Common Name': 'Root', Issuer: 'Root' }),
    ],
    now,
  )
  const of = (rows: InventoryRow[]) => {
    const own = rows.find(({ id }) => id === '1') as InventoryRow
    return chainOf(own.id, own.issuer, rows).map(({ name, count }) => [name, count])
  }

  test('goes up to the root', () => {
    expect(of(all)).toEqual([
      ['Issuing', 1],
      ['Root', 1],
    ])
  })

  test('ends where an issuer could be several, and where two name each other', () => {
    const twin = inventoryOf([listed('4', { 'Common Name': 'Issuing', Issuer: 'Elsewhere' })], now)
    expect(of([...all, ...twin])).toEqual([['Issuing', 2]])
    const ring = inventoryOf(
      [
        listed('1', { 'Common Name': 'a', Issuer: 'b' }),
        listed('2', { 'Common Name': 'b', Issuer: 'c' }),
        listed('3', { 'Common Name': 'c', Issuer: 'b' }),
      ],
      now,
    )
    expect(of(ring)).toEqual([
      ['b', 1],
      ['c', 1],
    ])
  })
})
