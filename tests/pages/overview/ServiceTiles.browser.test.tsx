// The counts of devices on a server that knows the documented parameters only.
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { forgetRefused } from '#components/lists/checked/call-without.ts'
import { checkConnections, listConnections } from '#contract/console/connections.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { useServiceFacts } from '#pages/overview/service-facts.ts'
import { ServiceTiles } from '#pages/overview/ServiceTiles.tsx'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

const Tiles = () => <ServiceTiles services={useServiceFacts()} />

/** An endless list, in pages; every other parameter is ignored. */
async function open(metadata: object) {
  const device = (at: number) => ({ device_id: `${at}`, device_name: `Tablet ${at}`, is_removed: at % 2 === 0 })
  const connection = { service: 'mdm', edition: 'on-premises', baseUrl: 'https://mdm.example', dialect: [] }
  answering({
    [listConnections.id]: {
      embedded: false,
      connections: [{ ...connection, name: 'hq', credential: 'the person' }],
    },
    [checkConnections.id]: { connections: [] },
    [listDevices.id]: ({ offset = '0', limit = '50' }) => ({
      devices: Array.from({ length: Number(limit) }, (_, at) => device(Number(offset) + at)),
      metadata,
    }),
  })
  const router = createMemoryRouter([{ path: '/', Component: Tiles }])
  await renderRouter(router)
  await expect.poll(() => queryClient.isFetching(), { timeout: 15_000 }).toBe(0)
}
const tile = page.getByRole('list', { name: 'Services' }).getByRole('listitem').filter({ hasText: 'Devices' })
const address = () => tile.getByRole('link').element().getAttribute('href')

beforeEach(() => {
  queryClient.clear()
  forgetRefused()
  signedInWith('MDM_Read')
})

test('devices that cannot be told apart from removed ones are counted with them, and lead to that list', async () => {
  await open({ total_record_count: 90_000 })
  await expect.element(tile).toMatchTextContent('90,000')
  await expect
    .element(tile)
    .toMatchTextContent('Including removed devices. This server does not report how many are enrolled')
  expect(address()).toBe(`${paths.devices}?removed=shown`)
})

test('a long list without a total is said not to be counted', async () => {
  await open({})
  await expect.element(tile).toMatchTextContent('This server does not report how many it has, without removed devices')
  expect(address()).toBe(paths.devices)
})
