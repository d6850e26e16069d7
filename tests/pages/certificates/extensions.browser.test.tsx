import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CertificateExtensions } from '#pages/certificates/certificate/CertificateExtensions.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { renderRouter } from '../../support/RenderRouter.tsx'

const show = (element: React.ReactElement) => renderRouter(createMemoryRouter([{ path: '/', element }]))

test('a list of names that does not fit has a shadow where it goes on, and scrolls by keyboard', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `dns:${'w'.repeat(60)}.${at}.example.com`)
  const extensions = [
    { name: 'subjectAltName', critical: false, lines },
    { name: 'keyUsage', critical: true, lines: ['digitalSignature'] },
  ]
  await show(<CertificateExtensions detail={{ endpoint: { extensions } }} />)
  const list = page.getByRole('list').filter({ hasText: 'dns:' })
  await expect.element(list).toHaveAttribute('tabindex', '0')
  const element = list.element()
  expect(element.scrollHeight).toBeGreaterThan(element.clientHeight)
  const { backgroundImage, backgroundAttachment } = getComputedStyle(element)
  expect(backgroundImage.match(/linear-gradient/g)).toHaveLength(4)
  expect(backgroundAttachment).toBe('local, local, scroll, scroll')
  await expect.element(page.getByRole('list').filter({ hasText: 'Digital signature' })).not.toHaveAttribute('tabindex')
})

test('a choice that is longer than its field ends in dots', async () => {
  await show(<SelectField name="host" label="Host" options={[{ value: 'w', label: 'W'.repeat(255) }]} />)
  expect(getComputedStyle(page.getByRole('combobox', { name: 'Host' }).element()).textOverflow).toBe('ellipsis')
})
