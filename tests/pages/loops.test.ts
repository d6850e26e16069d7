// Work that grows with the data is done by the console (decision 195): where the browser still repeats requests, and why.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loopsWithCalls } from '../support/loops-with-calls.ts'

/** By file: number of places, and what bounds their requests. */
const allowed: Record<string, [places: number, why: string]> = {
  'components/activity/Activity.tsx': [2, 'pages that were opened, of a fixed number of sources'],
  'components/desktops/checked-list.ts': [1, 'a constant, for servers that do not filter'],
  'components/devices/platforms-of-server.ts': [2, 'a constant number of platforms'],
  'components/devices/rows-by-token.ts': [1, 'pages up to the one displayed, on servers that page by token only'],
  'components/fleet/CountBy.tsx': [1, 'bars displayed'],
  'components/fleet/columns/IndexColumns.tsx': [2, 'rows displayed or exported, many per request'],
  'components/issuing/read/match-key.ts': [1, 'no request: two keys'],
  'components/jobs/start-job.ts': [2, 'items that the page holds, 2,000 per request; twice per second while waiting'],
  'components/lists/every-row.ts': [1, 'a list that the console has cached, 500 rows per request'],
  'components/preferences/synchronize-preferences.ts': [1, 'preferences that were changed'],
  'pages/certificates/authorities/import/hierarchy.ts': [2, 'certificates of one file, with a maximum'],
  'pages/certificates/bulk/read-targets.ts': [2, 'up to 500 selected certificates; the console plans for more'],
  'pages/certificates/bulk/renewals.ts': [2, 'up to 500 selected certificates; the console plans for more'],
  'pages/certificates/certificate-query.ts': [1, 'one certificate'],
  'pages/certificates/expiry/Expiry.tsx': [1, 'rows of a calendar file that the console has cached, 500 per request'],
  'pages/certificates/issue/issue.ts': [1, 'certificates of one name, 500 per request'],
  'pages/desktops/agents/chosen-computers.ts': [1, 'up to 500 selected computers; the console plans for more'],
  'pages/desktops/computer/computer-query.ts': [1, 'software of one computer, 1,000 rows per request'],
  'pages/desktops/holders/inventory-item.ts': [1, 'a constant'],
  'pages/devices/device-picker/PickDialog.tsx': [1, 'devices that were picked one by one'],
  'pages/devices/device/restrictions/setting-profiles.ts': [1, 'profiles of one device'],
  'pages/devices/device/whole-list.ts': [1, 'a constant'],
  'pages/devices/security-check/check-devices.ts': [2, 'two devices, or up to 20 selected ones'],
  'pages/people/person-query.ts': [2, 'a constant number of devices of one person'],
  'pages/reference/try/typed-input.ts': [1, 'fields of one form'],
  'pages/requests/answers/examine-answer.ts': [2, 'up to five names in a certificate'],
  'pages/requests/compare/Comparison.tsx': [1, 'one certificate'],
  'pages/shell/unloaded/NotLoaded.tsx': [1, 'style sheets that were not loaded'],
  'pages/shell/use-lookup.ts': [2, 'columns of one search, and the people displayed'],
}

test('the browser repeats requests only where something other than the data bounds them', () => {
  const found = globSync('src/{pages,components}/**/*.{ts,tsx}').flatMap((path) => {
    const count = loopsWithCalls({ path, text: readFileSync(path, 'utf8') })
    return count > 0 ? [`${count} in ${path.replace('src/', '')}`] : []
  })
  const expected = Object.entries(allowed).map(([path, [places]]) => `${places} in ${path}`)
  expect(found.toSorted()).toEqual(expected.toSorted())
})

describe('a repeated request is found', () => {
  test.each([
    'async () => { for (const id of ids) await call(readOne, { id }) }',
    'async () => { for (;;) { const page = await call(list, {}); if (page.isLast) return } }',
    'async () => { while ((await call(readJob, {})).isRunning) wait() }',
    'async () => { for await (const page of pages) rows.push(page) }',
    'async () => { await Promise.all(ids.map((id) => call(readOne, { id }))) }',
    'async () => { await Promise.allSettled(Array.from(ids, readOne)) }',
    '() => useQueries({ queries: ids.map(one) })',
  ])('in %s', (text) => {
    expect(loopsWithCalls({ path: 'a.ts', text: `const read = ${text}` })).toBe(1)
  })

  test.each([
    'async () => { for (const id of ids) rows.push(id); await call(readAll, { ids }) }',
    '() => { for (const id of ids) actions.push(async () => { await call(readOne, { id }) }) }',
    'async () => { await Promise.all([call(readOne, {}), call(readOther, {})]) }',
  ])('but not in %s', (text) => {
    expect(loopsWithCalls({ path: 'a.ts', text: `const read = ${text}` })).toBe(0)
  })
})
