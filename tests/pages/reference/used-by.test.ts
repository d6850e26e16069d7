import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { reasonsForNoPage } from '#pages/reference/unused-reasons.ts'
import { areasUsing, noPageBecause, pagesUsing, usedByText } from '#pages/reference/used-by-words.ts'
import { usedBy } from '#pages/reference/used-by.ts'

// What the build fills in, read anew: a cache of test modules does not know which files it was read from.
vi.mock('#pages/reference/used-by.ts', async () => {
  const { usedByPages } = await import('#server/used-by-pages.ts')
  return { usedBy: await usedByPages() }
})

const operation = (id: string) => {
  const endpoint = endpoints.get(id)
  if (!endpoint) throw new Error(`${id} is no operation`)
  return endpoint
}

test('the pages that use an operation are read from what they import', () => {
  expect(Object.keys(usedBy).filter((id) => !endpoints.has(id))).toEqual([])
  expect(areasUsing(operation('keys.addVaultKey'))).toEqual(['Key vault'])
  expect(areasUsing(operation('mdm.generateApiKey'))).toContain('Settings')
  expect(areasUsing(operation('mdm.wipeDevices'))).toEqual(['Devices'])
  expect(usedByText(operation('session.current'))).toBe('Most pages')
  expect(pagesUsing(operation('mdm.revealFirmwarePassword'))).toEqual([
    { label: 'Devices, device, security', to: '/devices' },
  ])
})

test('an operation that no page uses says why, and no other one does', () => {
  const unused = [...endpoints.values()].filter(({ id }) => !usedBy[id])
  expect(unused.filter((endpoint) => noPageBecause(endpoint) === '').map(({ id }) => id)).toEqual([])
  expect(Object.keys(reasonsForNoPage).filter((id) => usedBy[id] || !endpoints.has(id))).toEqual([])
})
