import { expect, test } from 'vitest'
import { inputOf } from '#components/lists/use-server-list.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { toWireInput } from '#contract/http/http.ts'
import { computers, computerSearch } from '#pages/desktops/computers/computer-search.ts'

const searchIn = (text: string) => computerSearch.read(new URLSearchParams(text))
const asked = (text: string) => toWireInput(listComputers, inputOf(computers, searchIn(text)))

test('without anything said, the page and its size are asked for, and no order: not every server takes one', () => {
  expect(asked('')).toEqual({ page: 0, pagelimit: 50 })
})

test('the second page is asked for as page 1, counted from 0', () => {
  expect(asked('page=2&size=25')).toMatchObject({ page: 1, pagelimit: 25 })
})

test('a search sends its three parameters, and the type is the column', () => {
  expect(asked('search=%20okafor%20&in=agent_logged_on_users')).toMatchObject({
    searchtype: 'agent_logged_on_users',
    searchcolumn: 'agent_logged_on_users',
    searchvalue: 'okafor',
  })
  expect(asked('in=owner&search=%20')).toEqual({ page: 0, pagelimit: 50 })
})

test.each(['02-d7-f2-69-a0-58', '02d7.f269.a058', '02d7f269a058', ' 02:d7:f2:69:a0:58 '])(
  'a MAC address may be typed as “%s”',
  (text) => {
    const search = `search=${encodeURIComponent(text)}`
    expect(asked(`in=mac_address&${search}`)).toMatchObject({ searchvalue: '02:d7:f2:69:a0:58' })
    expect(asked(`in=resource_name&${search}`)).toMatchObject({ searchvalue: text.trim() })
  },
)

test('filters travel as the server names them', () => {
  expect(asked('domain=DEMO&office=Lagos&live=1&installation=21,29&scan=-1&platform=3&sort=-owner')).toEqual({
    page: 0,
    pagelimit: 50,
    domainfilter: 'DEMO',
    branchofficefilter: 'Lagos',
    livestatusfilter: '1',
    installstatusfilter: '21,29',
    scanstatusfilter: '-1',
    platformfilter: '3',
    sort: '-owner',
  })
})

test.each(['page=0', 'page=x', 'size=1001', 'size=-5', 'in=remarks', 'sort=remarks', 'live=on', 'installation=21;22'])(
  '?%s makes no sense and is left out',
  (address) => expect(asked(address)).toEqual({ page: 0, pagelimit: 50 }),
)

test('an address says only what is not as usual, and is read back the same', () => {
  const address = 'page=3&search=a%26b%25&in=owner&sort=-owner&installation=21%2C23%2C29'
  const search = searchIn(address)
  expect(computerSearch.searchFor(search)).toBe(address)
})

test('a filter leads back to the first page, and all of them can be taken away; order and column stay', () => {
  const search = searchIn('page=3&search=x&in=owner&sort=-owner&live=2')
  expect(computerSearch.changed(search, { live: '1' }).page).toBe(1)
  expect(computerSearch.active(search)).toEqual(['search', 'live'])
  expect(computerSearch.searchFor(computerSearch.changed(search, computerSearch.cleared()))).toBe(
    'in=owner&sort=-owner',
  )
})

test('an empty list names what it is filtered by', () => {
  const search = searchIn('search=x&in=owner&installation=21,23,29&scan=7&domain=A')
  expect(computerSearch.active(search).map((name) => computerSearch.filterText(search, name))).toEqual([
    '“x” in Owner',
    'domain “A”',
    'installation status “Not installed, for any reason”',
    'scan status “7”',
  ])
})
