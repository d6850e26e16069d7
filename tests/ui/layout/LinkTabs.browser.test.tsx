import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { InRouter } from '../InRouter.tsx'

const tabs = [
  { label: 'Overview', to: '/devices/a%2Fb' },
  { label: 'Restrictions', to: '/devices/a%2Fb/restrictions', count: 214 },
  { label: 'Certificates', to: '/devices/a%2Fb/certificates' },
]
const show = (at: string) =>
  render(
    <InRouter at={at}>
      <LinkTabs label="Device" tabs={tabs} />
      <TabPanel>What is shown</TabPanel>
    </InRouter>,
  )

test('the open tab is the one whose address this is, and names its panel', async () => {
  await show('/devices/a%2Fb/restrictions')
  await expect.element(page.getByRole('tab', { name: 'Restrictions' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'false')
  await expect.element(page.getByRole('tabpanel', { name: 'Restrictions' })).toHaveTextContent('What is shown')
})

test('the arrow keys go from tab to tab and round the end, Enter opens one', async () => {
  await show('/devices/a%2Fb')
  page.getByRole('tab', { name: 'Overview' }).element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('tab', { name: 'Certificates' })).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'Restrictions' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('tab', { name: 'Restrictions' })).toHaveAttribute('aria-selected', 'true')
})
