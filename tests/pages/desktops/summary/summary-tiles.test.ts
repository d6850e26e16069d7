import { expect, test } from 'vitest'
import { computerSearch } from '#pages/desktops/computers/computer-search.ts'
import { licensedProducts, softwareList } from '#pages/desktops/software/software-search.ts'
import { computerTiles, inventoryTiles } from '#pages/desktops/summary/summary-tiles.ts'
import { paths } from '#paths.ts'

const tiles = [...computerTiles({}, undefined), ...inventoryTiles({})].flatMap((group) => group.tiles)

test('a number that the server does not say is missing, and no zero', () => {
  expect(tiles.filter(({ count }) => count !== undefined)).toEqual([])
})

test('the filter behind every number is one that its list understands', () => {
  const codecs = {
    [paths.desktops]: computerSearch,
    [paths.desktopSoftware]: softwareList.address,
    [paths.desktopLicenses]: licensedProducts.address,
  }
  for (const { to } of tiles.filter((tile) => tile.to)) {
    const [path = '', query = ''] = (to ?? '').split('?')
    const codec = codecs[path as keyof typeof codecs] as typeof computerSearch
    const asked = Object.fromEntries(new URLSearchParams(query))
    const understood = new URLSearchParams(codec.searchFor(codec.read(new URLSearchParams(query))))
    expect(Object.fromEntries(understood), to).toEqual(asked)
  }
})

test('only computers that have an agent can be silent', () => {
  const silent = tiles.find(({ label }) => label === 'Agent silent')
  expect(silent?.to).toBe(`${paths.desktops}?installation=22&live=2`)
})
