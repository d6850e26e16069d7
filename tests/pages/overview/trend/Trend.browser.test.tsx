import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { readComputerDistributions, readDistributions, readTrend } from '#contract/console/trend/trend.ts'
import { Problem } from '#contract/problem.ts'
import { Trend } from '#pages/overview/trend/Trend.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'
import { signedInWith } from '../../devices/signed-in.ts'

beforeEach(() => {
  queryClient.clear()
  signedInWith('MDM_Read')
})

const show = async (answers: Answers) => {
  answering(answers)
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Trend />
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  )
}
const days = { from: '2026-11-21', today: '2026-11-24' }
const enrolled = { measure: 'devices.enrolled', query: 'status=2', values: [1200, 1210, null, 1234] }
const devices = { area: 'devices', state: 'kept', series: [enrolled] }

test('each number has its change, its values and its gaps in words, and leads to the list as it is now', async () => {
  await show({
    [readTrend.id]: { ...days, areas: [devices] },
    [readDistributions.id]: {
      total: 1234,
      isReading: false,
      distributions: [
        { title: 'OS version', bars: [{ label: 'iOS 18', query: 'platform="iOS" os>=18 os<19', count: 617 }] },
      ],
    },
  })
  const area = page.getByRole('region', { name: 'Trend of Devices' })
  await expect.element(area).toMatchTextContent('1,234+34 since 21 Nov 2026')
  await expect.element(area).toMatchTextContent('Between 1,200 and 1,234, 1 day without data')
  await expect
    .element(area.getByRole('link', { name: 'Enrolled' }))
    .toHaveAttribute('href', '/devices/query?query=status%3D2')
  await area.getByText('Values').click()
  const rows = area.getByRole('table', { name: 'Enrolled' }).getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent('24 Nov 20261,234')
  await expect.element(rows.nth(2)).toHaveTextContent('23 Nov 2026No data')
  await expect
    .element(rows.nth(1).getByRole('link', { name: '1,234, opens the current list' }))
    .toHaveAttribute('href', '/devices/query?query=status%3D2')
  const bar = page.getByRole('list', { name: 'Enrolled devices by OS version' }).getByRole('link')
  await expect.element(bar).toHaveTextContent('iOS 18617 · 50 %')
  await expect.element(bar).toHaveAttribute('href', '/devices/query?query=platform%3D%22iOS%22+os%3E%3D18+os%3C19')
})

test('an area says what a credential would add, why it is hidden, and that it begins today', async () => {
  await show({
    [readTrend.id]: {
      from: days.today,
      today: days.today,
      areas: [
        { area: 'devices', state: 'no-credential', series: [] },
        { area: 'desktops', state: 'hidden', problem: 'You can see 3 of 5 on this server', series: [] },
        {
          area: 'certificates',
          state: 'kept',
          series: [{ measure: 'certificates.week', values: [2] }],
        },
        { area: 'ssh-keys', state: 'failing', problem: 'The server cannot be reached', series: [] },
      ],
    },
  })
  const region = (name: string) => page.getByRole('region', { name: `Trend of ${name}` })
  await expect.element(region('Devices')).toMatchTextContent('With one, it records these numbers daily')
  await expect.element(region('Desktops')).toMatchTextContent('You can see 3 of 5 on this server')
  await expect.element(region('SSH keys')).toMatchTextContent('No value yet today: The server cannot be reached')
  await expect
    .element(region('Certificates').getByRole('link', { name: 'Expire within 7 days' }))
    .toHaveAttribute('href', '/certificates/expiry?within=week')
  await expect.element(page.getByText('Starts today')).toBeVisible()
})

test('whoever has no key is led to where it is entered, and a server that fails is not said to be counted', async () => {
  await show({
    [readTrend.id]: {
      from: days.today,
      today: days.today,
      areas: [
        { area: 'desktops', state: 'unchecked', problem: 'The server did not respond in time', series: [] },
        { area: 'certificates', state: 'key-needed', problem: 'It needs an API key', series: [] },
      ],
    },
  })
  const region = (name: string) => page.getByRole('region', { name: `Trend of ${name}` })
  await expect.element(region('Certificates')).toMatchTextContent('Connect your key to see these')
  await expect
    .element(region('Certificates').getByRole('link', { name: 'Enter the API key' }))
    .toHaveAttribute('href', '/settings/api-keys?service=keys')
  await expect.element(region('Desktops')).toMatchTextContent('The server did not respond in time')
  await expect.element(page.getByText(/No value yet/)).not.toBeInTheDocument()
})

test('nothing is drawn for who may read nothing, and a failure says so', async () => {
  await show({ [readTrend.id]: new Problem('UNREACHABLE', 'The console cannot be reached') })
  await expect.element(page.getByText('The console cannot be reached').first()).toBeVisible()
})

test('desktops are spread by their disks, and each bar leads to its computers', async () => {
  signedInWith('SOM_Read', 'Inventory_Read')
  await show({
    [readTrend.id]: { ...days, areas: [{ area: 'desktops', state: 'kept', series: [] }] },
    [readComputerDistributions.id]: {
      total: 40,
      isReading: false,
      distributions: [
        {
          title: 'Free storage of the fullest volume',
          bars: [
            { label: 'Less than 10 % free', query: 'disk<10', count: 4 },
            { label: 'Record not read', count: 36 },
          ],
        },
      ],
    },
  })
  const bars = page.getByRole('list', { name: 'Desktops by Free storage of the fullest volume' })
  await expect.element(bars.getByRole('link')).toHaveAttribute('href', '/desktops/query?query=disk%3C10')
  await expect.element(bars.getByRole('listitem').nth(1)).toHaveTextContent('Record not read36 · 90 %')
})
