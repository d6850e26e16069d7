import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { MemoryRouter } from 'react-router'
import { render } from 'vitest-browser-react'
import { page as screen } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import type { LookupAnswer } from '#components/lookup/LookupDialog.tsx'
import { lookUpAnnotations } from '#contract/console/annotations/annotations.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { lookUpComputers } from '#contract/fleet/computer-endpoints.ts'
import { lookUpDevices } from '#contract/fleet/fleet-answers.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { Problem } from '#contract/problem.ts'
import { keepOpened } from '#components/recent/recently-opened.ts'
import { LookupAnswers } from '#pages/shell/LookupAnswers.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { draftsBelow } from '#ui/wizard/wizard-draft.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { signedInWith } from '../devices/signed-in.ts'

/** The storage key of whoever is signed in. */
const who = 'test//ada/recent'
const state = { state: 'ready', devices: 9, detailed: 9, old: 0, asOf: Date.now() - 3 * 3_600_000 }
const phone = { device_id: '1', device_name: 'Till phone', serial_number: 'S-1' }
const page = (name: string, rows: object[]) => ({ [name]: rows, metadata: { total_record_count: rows.length } })

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  signedInWith('MDM_Read')
})

async function lookUp(text: string, answers: Answers) {
  answering({ [listDevices.id]: page('devices', []), [listUsers.id]: page('users', []), ...answers })
  let answer: LookupAnswer | undefined
  await render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <MemoryRouter initialEntries={['/devices/2/apps']}>
          <LookupAnswers text={text} onAnswer={(next) => void (answer = next)} />
        </MemoryRouter>
      </UiProvider>
    </QueryClientProvider>,
  )
  await expect.poll(() => answer?.answered, { timeout: 20_000 }).toBe(text)
  return {
    notes: answer?.notes ?? [],
    status: answer?.status,
    found: (answer?.groups ?? []).map(([name, items]) => [name, items.map(({ title, detail }) => [title, detail])]),
    links: (answer?.groups ?? []).flatMap(([, items]) => items.map(({ to }) => to)),
  }
}

test('without a search text, what was opened last is offered, except for the page that is shown', async () => {
  const open = (kind: string, title: string, to: string) => keepOpened(who, to, { kind, title })
  const second = Date.now()
  const now = vi.spyOn(Date, 'now')
  const opened = [
    ['Certificate', 'www.example.com', paths.certificate('9')],
    ['Device', 'Tablet', paths.device('2')],
    ['SSH host', 'web.example.com', paths.sshHost('web.example.com')],
    ['Device', 'Till phone', paths.device('1')],
    ['Certificate', 'www.example.com', paths.certificate('9')],
  ] as const
  for (const [at, [kind, title, to]] of opened.entries()) {
    now.mockReturnValue(second + at)
    open(kind, title, to)
  }
  now.mockRestore()
  const { found, links } = await lookUp('', {})
  const last = [
    ['www.example.com', 'Certificate'],
    ['Till phone', 'Device'],
    ['web.example.com', 'SSH host'],
  ]
  expect(found).toEqual([['Recently opened', last]])
  expect(links).toEqual([paths.certificate('9'), paths.device('1'), paths.sshHost('web.example.com')])
})

test('only the last twenty pages are kept, and nothing of another account is offered', async () => {
  for (let at = 1; at <= 25; at++) keepOpened(who, paths.device(String(at)), { kind: 'Device', title: `Till ${at}` })
  keepOpened('test//bob/recent', paths.device('99'), { kind: 'Device', title: 'Somebody else’s' })
  expect(draftsBelow(who).size).toBe(20)
  const { found } = await lookUp('', {})
  expect(JSON.stringify(found)).toContain('Till')
  expect(JSON.stringify(found)).not.toContain('Somebody')
})

test('what the index finds stands beside what the server finds, each device once, with by what and how old it is', async () => {
  const { found, notes, links } = await lookUp('a4:b1:c2', {
    [listDevices.id]: page('devices', [{ ...phone, wifi_mac: 'a4:b1:c2:00:00:01' }]),
    [lookUpDevices.id]: {
      rows: [
        {
          device_id: '1',
          device_name: 'Till phone',
          values: {},
          by: { field: 'wifi_mac', label: 'Wi-Fi MAC', value: 'a4:b1:c2:00:00:01' },
        },
        {
          device_id: '2',
          device_name: 'Tablet',
          values: {},
          by: { field: 'bluetooth_mac', label: 'Bluetooth MAC', value: 'a4:b1:c2:00:00:02' },
        },
      ],
      entries: [{ list: 'app', name: 'a4:b1:c2 finder', value: 'a4:b1:c2 finder', devices: 12 }],
      state,
    },
  })
  expect(found).toEqual([
    [
      'Devices',
      [
        ['Till phone', 'S-1'],
        ['Tablet', 'Bluetooth MAC a4:b1:c2:00:00:02'],
      ],
    ],
    ['On devices', [['a4:b1:c2 finder', 'App on 12 devices']]],
  ])
  expect(links.at(-1)).toBe('/devices/query?query=app%3D%22a4%3Ab1%3Ac2+finder%22')
  expect(notes).toEqual(expect.arrayContaining(['Device index as of 3 hours ago.']))
})

test('desktops are found by any value of their index, and what people entered finds all kinds, each once', async () => {
  signedInWith('MDM_Read', 'SOM_Read', 'Inventory_Read')
  const { found, notes, links } = await lookUp('zoëga', {
    [listComputers.id]: { message_response: { computers: [] } },
    [listDevices.id]: page('devices', [{ ...phone, device_name: 'Zoëga phone' }]),
    [lookUpComputers.id]: {
      rows: [
        {
          resource_id: 'c-1',
          resource_name: 'Kasse 1',
          values: { owner: 'Ada', os_name: 'Windows 11' },
          by: { field: 'description', label: 'Description', value: 'Of Zoëga' },
        },
      ],
      entries: [{ list: 'app', name: 'Zoëga CAD', value: 'Zoëga CAD', devices: 9 }],
      state,
    },
    [lookUpAnnotations.id]: {
      rows: [
        { kind: 'device', subject: '1', label: 'Zoëga phone', field: 'Owner', value: 'Zoëga' },
        { kind: 'computer', subject: 'c-2', label: 'Kasse 2', field: 'Shelf', value: 'Zoëga 17' },
        { kind: 'host', subject: 'web-1', label: 'web-1', field: 'Note', value: `Zoëga ${'x'.repeat(300)}` },
      ],
      withheld: [],
    },
  })
  expect(found).toEqual([
    ['Devices', [['Zoëga phone', 'S-1']]],
    [
      'Desktops',
      [
        ['Kasse 2', 'Shelf: Zoëga 17'],
        ['Kasse 1', 'Description Of Zoëga · Ada · Windows 11'],
      ],
    ],
    ['On desktops', [['Zoëga CAD', 'App on 9 desktops']]],
    ['SSH hosts', [['web-1', expect.stringMatching(/^Note: Zoëga x{100,}…$/)]]],
  ])
  expect(links).toEqual([
    '/devices/1',
    '/desktops/computers/c-2',
    '/desktops/computers/c-1',
    '/desktops/query?query=app%3D%22Zo%C3%ABga+CAD%22',
    '/ssh-keys/hosts/web-1/',
  ])
  expect(notes).toContain('Desktop index as of 3 hours ago.')
})

test('a value that many share is shown with their number, and several values lead to one query', async () => {
  signedInWith('SOM_Read', 'Inventory_Read')
  const system = { list: 'os_name', label: 'Operating system' }
  const { found, links } = await lookUp('windows 11', {
    [listComputers.id]: { message_response: { computers: [] } },
    [lookUpComputers.id]: {
      rows: [],
      entries: [
        { ...system, name: 'Windows 11 Professional', value: 'windows 11', values: 3, devices: 1233 },
        { list: 'service_pack', label: 'Service pack', name: 'Windows 11 24H2', value: 'Windows 11 24H2', devices: 9 },
      ],
      state,
    },
  })
  expect(found).toEqual([
    [
      'On desktops',
      [
        ['Windows 11 Professional and 2 more', 'Operating system on 1,233 desktops'],
        ['Windows 11 24H2', 'Service pack on 9 desktops'],
      ],
    ],
  ])
  expect(links).toEqual([
    '/desktops/query?query=os_name%3A%22windows+11%22',
    '/desktops/query?query=service_pack%3D%22Windows+11+24H2%22',
  ])
})

test('notes that could not be searched are said to be missing', async () => {
  const { status } = await lookUp('till', { [lookUpAnnotations.id]: new Problem('TIMEOUT') })
  expect(status).toContain('in the sources that could be searched')
  await expect.element(screen.getByText('Not searched: Notes and tags')).toBeVisible()
})

test('notes of a kind that somebody sees only in part are said not to be searched', async () => {
  const { notes, status } = await lookUp('till', { [lookUpAnnotations.id]: { rows: [], withheld: ['device'] } })
  expect(notes.join()).toMatch(/No permission to search: .*Notes and tags of devices\./)
  expect(status).toContain('in the sources that could be searched')
})

test.each<{ name: string; answer: Answers }>([
  { name: 'there is none', answer: {} },
  { name: 'it is not answered to this person', answer: { [lookUpDevices.id]: new Problem('FORBIDDEN') } },
])('without an index, because $name, the lists of the server are all that is said', async ({ answer }) => {
  const { found, notes } = await lookUp('till', { [listDevices.id]: page('devices', [phone]), ...answer })
  expect(found).toEqual([['Devices', [['Till phone', 'S-1']]]])
  expect(notes.join()).not.toContain('index')
})

test.each([
  { name: 'is still being built', now: { ...state, state: 'reading', asOf: undefined } },
  { name: 'cannot be updated', now: { ...state, state: 'failing', problem: 'Away' } },
])('an index that $name is no proof that there is nothing', async ({ name, now }) => {
  const { notes, status } = await lookUp('till', { [lookUpDevices.id]: { rows: [], entries: [], state: now } })
  expect(notes.join()).toContain(name)
  expect(status).toContain('in the sources that could be searched')
})

test('an index that could not be asked is said to be missing from the results', async () => {
  const { status } = await lookUp('till', { [lookUpDevices.id]: new Problem('TIMEOUT') })
  expect(status).toContain('in the sources that could be searched')
  await expect.element(screen.getByText('Not searched: Device index')).toBeVisible()
})

test('a phone number finds its person, and their devices', async () => {
  const ada = { user_id: '7', user_name: 'Ada', user_email: 'ada@example.com', phone_number: '+351 912 000 111' }
  const { found } = await lookUp('912000111', {
    [listUsers.id]: page('users', [ada]),
    [listDevices.id]: ({ search }) =>
      page(
        'devices',
        search === ada.user_email
          ? [
              { ...phone, user: ada },
              { device_id: '3', device_name: 'Ada 2' },
            ]
          : [],
      ),
  })
  expect(found).toEqual([
    ['People', [['Ada', 'ada@example.com · +351 912 000 111']]],
    ['Devices', [['Till phone', 'S-1 · Ada']]],
  ])
})

/** A long list that the server does not search. */
const unsearched: Answers = {
  [listDevices.id]: ({ offset = '0', limit = '50' }) => ({
    devices: Array.from({ length: Number(limit) }, (_, at) => ({
      device_id: `${Number(offset) + at}`,
      device_name: 'T',
    })),
    metadata: { total_record_count: 90_000 },
  }),
}

test('a list that its server does not search is not called unsearched if the index has it', async () => {
  const { status, found } = await lookUp('S-1', {
    ...unsearched,
    [lookUpDevices.id]: { rows: [{ ...phone, values: {} }], entries: [], state },
  })
  expect(JSON.stringify(found)).toContain('Till phone')
  expect(status).toBe('1 found')
  expect(screen.getByText(/Not searched/).elements()).toEqual([])
})

test('without an index it is called unsearched, and no other attempt is promised', async () => {
  const { status } = await lookUp('S-1', unsearched)
  expect(status).toBe('No results for “S-1” in the sources that could be searched.')
  await expect.element(screen.getByText('Not searched: Devices')).toBeVisible()
  await expect.element(screen.getByText('Results may be missing.', { exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
})
