import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { InRouter } from '../InRouter.tsx'
import { headers, namesShown, PhonesInAddress } from './Phones.tsx'

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1280, 800)
})

const list = <PhonesInAddress storageKey="site/ann/phones" />
const at = (address: string) => ({
  wrapper: ({ children }: { children: React.ReactNode }) => <InRouter at={address}>{children}</InRouter>,
})
const open = (name: string) => page.getByRole('button', { name }).click()

async function saveView(name: string) {
  await open('Views')
  await page.getByLabelText('Save current view as').fill(name)
  await userEvent.keyboard('{Enter}')
}

test('a view keeps columns, filters and order under a name, and brings them back', async () => {
  await render(list, at('/?sort=-name&filter.city=Ulm'))
  await open('Columns')
  await page.getByRole('checkbox', { name: 'Seen' }).click()
  await saveView('In Ulm')
  await page.getByRole('link', { name: 'Reset to my columns without filters' }).click()
  await expect.poll(() => namesShown().length).toBe(4)

  await page.getByRole('link', { name: 'In Ulm' }).click()
  await expect.poll(namesShown).toEqual(['Phone 10', 'Élan'])
  expect(headers()).toEqual(['name', 'age', 'city'])
  await expect.element(page.getByRole('link', { name: 'In Ulm' })).toHaveAttribute('aria-current', 'true')
})

test('the address of a view shows the same to somebody who has never saved it, and changes nothing of theirs', async () => {
  await render(list, at('/?columns=city,name&pinned=city&sort=-name&filter.city=Ulm'))
  expect(headers()).toEqual(['city', 'name'])
  expect(namesShown()).toEqual(['Phone 10', 'Élan'])

  await open('Columns')
  await page.getByRole('checkbox', { name: 'Age' }).click()
  await expect.poll(headers).toEqual(['city', 'name', 'age'])
  expect(page.getByTestId('address').element().textContent).toContain('columns=city%2Cname%2Cage')
  await page.getByRole('button', { name: 'Restore my columns' }).click()
  await expect.poll(headers).toEqual(['name', 'age', 'city', 'seen'])
  expect(namesShown(), 'the filters of the link stay').toEqual(['Phone 10', 'Élan'])
})

test('a view saved under a name that is taken replaces the other, and can be deleted', async () => {
  await render(list, at('/?filter.city=Ulm'))
  await saveView('Mine')
  await page.getByRole('link', { name: 'Reset to my columns without filters' }).click()
  await page.getByLabelText('Save current view as').fill('Mine')
  await page.getByRole('button', { name: 'Replace' }).click()
  expect(page.getByRole('link', { name: 'Mine', exact: true }).elements()).toHaveLength(1)
  await page.getByRole('link', { name: 'Mine', exact: true }).click()
  await expect.poll(() => namesShown().length).toBe(4)
  await page.getByRole('button', { name: 'Delete Mine' }).click()
  await expect.element(page.getByText('No saved views yet.')).toBeVisible()
})
