import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { conventions } from '#contract/conventions/conventions.ts'
import { operationReasons } from '#contract/conventions/operation-reasons.ts'
import { configuredDialect } from '#contract/dialect.ts'
import { endpoints } from '#contract/endpoints.ts'
import { conventionsMatching } from '#pages/reference/convention-rows.ts'
import { services } from '#pages/reference/reference-rows.ts'

test('every setting that is named exists, and every setting of a dialect is told', async () => {
  const told = new Set(conventions.flatMap(({ settings }) => settings))
  const manual = await readFile('.github/configuration.md', 'utf8')
  const dialect = Object.keys(configuredDialect.shape).filter((name) => name !== 'quirks')
  expect([...told].filter((name) => name.startsWith('dialect.')).toSorted()).toEqual(
    dialect.map((name) => `dialect.${name}`).toSorted(),
  )
  for (const setting of told)
    expect(manual, setting).toMatch(new RegExp(`[\`"]${setting.replace(/^(dialect|identity)\./, '')}\\b`))
})

test('every convention of an operation is there once for its service, with the operation', () => {
  for (const { id, assumes = [] } of endpoints.values()) {
    for (const text of assumes) {
      const rows = conventionsMatching('all', id).filter(({ choice, operations }) => {
        return choice === text && operations.includes(id)
      })
      expect(rows, `${id}: ${text}`).toHaveLength(1)
    }
  }
  const parts = services
    .filter((name) => name !== 'all')
    .reduce((sum, name) => sum + conventionsMatching(name, '').length, 0)
  expect(parts).toBe(conventionsMatching('all', '').length)
})

test('every reason of its own belongs to one convention, and is shown with it', () => {
  for (const { operation, about, why } of operationReasons) {
    const rows = conventionsMatching('all', operation).filter((row) => {
      return row.operations.includes(operation) && row.choice.includes(about)
    })
    expect(
      rows.map((row) => row.why),
      `${operation}: ${about}`,
    ).toEqual([why])
  }
})

test('a convention is found by its setting, its subject or an operation', () => {
  const topics = (search: string) => conventionsMatching('all', search).map(({ topic }) => topic)
  expect(topics('dialect.pageBase')).toContain('First page')
  expect(topics('restriction values')).toEqual(['Restriction values −1 and 3'])
  expect(conventionsMatching('keys', 'keys.discoverHost').map(({ choice }) => choice)).toContain(
    'TIMEOUT is in seconds per host, at most 60',
  )
})
