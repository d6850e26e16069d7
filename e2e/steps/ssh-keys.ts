import { expect, type Page } from '@playwright/test'

type Place = { host: string; user: string }

export async function createSshKey(page: Page, name: string, comment = '') {
  await page.goto('/ssh-keys/new')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Comment' }).fill(comment)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

/** On the page of a key; gives the line that is shown before it is written. */
export async function associate(page: Page, { host, user }: Place, isTested = true): Promise<string> {
  await page.getByRole('button', { name: 'Associate', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Host' }).selectOption(host)
  await form.getByLabel('User').fill(user)
  await form.getByRole('button', { name: 'Check host' }).click()
  const write = form.getByRole('button', { name: 'Deploy' })
  await expect(write).toBeVisible()
  const line = await form.getByText(/^ssh-ed25519 /).textContent()
  await write.click()
  const told = isTested
    ? 'grants access to %: a sign-in with it succeeded'
    : 'was deployed to %. This server does not test'
  await expect(page.getByText(told.replace('%', `${user} on ${host}`))).toBeVisible()
  return line ?? ''
}

export async function dissociate(page: Page, { host, user }: Place) {
  await page.getByRole('button', { name: `Dissociate ${user} on ${host}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dissociate', exact: true }).click()
}

/** On the page of a key that opens nothing any more. */
export async function deleteSshKey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Delete SSH key “${name}”?` })
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete key' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible()
}
