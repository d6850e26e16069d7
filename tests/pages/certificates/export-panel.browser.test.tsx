import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { ExportPanel } from '#pages/certificates/certificate/export/ExportPanel.tsx'
import { SecretsPanel } from '#pages/certificates/certificate/export/SecretsPanel.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => queryClient.clear())

async function open(permission: string, hasKey: boolean) {
  answering({})
  signedInWith(permission)
  const target = { common_name: 'shop.example', serial_number: '0A' }
  const panels = (
    <>
      <ExportPanel target={target} hasKey={hasKey} />
      <SecretsPanel target={target} hasKey={hasKey} />
    </>
  )
  await renderRouter(createMemoryRouter([{ path: '/', element: panels }]))
  await expect.element(page.getByRole('button', { name: 'Download PEM' })).toBeVisible()
}

const download = (format: string) => page.getByRole('button', { name: `Download ${format}` })
const withKey = ['PKCS #12', 'JKS', 'KEY']

test('a reader is offered no file with the private key, and told once which permission it takes', async () => {
  await open('KeyManagement_Read', true)
  for (const format of withKey) expect(download(format).elements(), format).toHaveLength(0)
  expect(page.getByText(/KeyManagement_Admin/).elements()).toHaveLength(1)
})

test('a certificate without its private key says so once, for all formats that contain it', async () => {
  await open('KeyManagement_Admin', false)
  expect(page.getByText('The private key is not stored in the service.').elements()).toHaveLength(1)
  for (const format of withKey) {
    await expect.element(download(format)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(download(format)).toHaveAccessibleDescription('The private key is not stored in the service.')
  }
})

test('an administrator is offered every format and the passphrase', async () => {
  await open('KeyManagement_Admin', true)
  for (const format of withKey) await expect.element(download(format)).not.toHaveAttribute('aria-disabled')
  await expect.element(page.getByRole('button', { name: 'Download key store' })).toBeVisible()
})
