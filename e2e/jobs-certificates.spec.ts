import { spawnSync } from 'node:child_process'
import type { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deployCertificate, getCertificate, getCertificateDetails } from '#contract/keys/certificates.ts'
import { paths } from '#paths.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { byKeyboard } from './steps/by-keyboard.ts'
import { contentOf, issueCertificate, listAt, openssl, ourAuthority } from './steps/certificates.ts'
import { servedBy, tlsHostsOf } from './steps/handshake.ts'
import { certificateOf, field, step } from './steps/issuing.ts'
import { picture } from './steps/picture.ts'

test.use({ account: 'admin' })

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined
const vector = (name: string) => join(import.meta.dirname, '../tests/crypto/vectors/x509', name)

/** New in each attempt: what an earlier one left does no harm. */
const ownName = (what: string) => `${what}-${(Date.now() % 46_656).toString(36)}.example.net`

/** The newest certificate with this name that the service has, and what is above it. */
async function issuedAs(page: Page, common_name: string): Promise<{ certificate: X509Certificate; above: string }> {
  const { rows } = await ask(page, getCertificateDetails, { common_name })
  const newest = rows.toSorted((one, other) => Number(one.CertificateId) - Number(other.CertificateId)).at(-1)
  const serial_number = newest?.endpoint?.serial ?? ''
  const chain = await ask(page, getCertificate, { common_name, serial_number, fileType: 'PEM' })
  const [, ...above] = String(Buffer.from(chain.bytes)).match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? []
  return { certificate: await certificateOf(page, common_name, serial_number), above: above.join('\n') }
}

/** The lab's web host shows again what it showed before. */
async function putBack(page: Page, common_name: string) {
  const { rows } = await ask(page, getCertificateDetails, { common_name })
  const serial_number = rows.at(-1)?.endpoint?.serial ?? ''
  await ask(page, deployCertificate, { common_name, serial_number, serverName: 'web' })
}

async function webHostOf(lab: string) {
  const host = (await tlsHostsOf(lab)).find(({ name }) => name === 'web')
  if (!host) throw new Error('The lab has no web host')
  return host
}

async function expectServed(page: Page, lab: string, name: string) {
  const { certificate, above } = await issuedAs(page, name)
  const served = await servedBy(await webHostOf(lab), name, above)
  expect(served.fingerprint256).toBe(certificate.fingerprint256)
  expect(served.subjectAltName).toBe(`DNS:${name}, DNS:www.${name}`)
}

test('from a new request to the host that serves its certificate, by keyboard alone', async ({
  page,
  product,
  signedIn: _,
  problems,
}) => {
  problems.allow(/status of 403/)
  const name = ownName('mail')
  await ourAuthority(page)
  const { goTo, follow, choose, press, type, to, confirmIdentity: confirm } = byKeyboard(page)
  const nextStep = async (heading: string) => {
    await press('Next')
    await expect(step(page, heading)).toBeFocused()
  }
  await goTo('Requests')
  await follow(page.getByRole('link', { name: 'New request' }))
  await expect(page.getByRole('heading', { level: 1, name: 'New request' })).toBeFocused()
  await choose(page.getByRole('radio', { name: 'Internal CA' }))
  await nextStep('Subject')
  await type(field(page, 'Common name'), name)
  await nextStep('Names')
  await type(field(page, 'Names (SAN)'), `${name}\nwww.${name}`)
  await nextStep('Key')
  await nextStep('Validity and key store')
  await type(field(page, 'Key store password'), 'a store password')
  await type(field(page, 'Confirm password'), 'a store password')
  await nextStep('Review')
  await picture(page, 'request-review')
  await press('Create request')
  await expect(page.getByRole('heading', { name: /^Request \d+ created$/ })).toBeFocused()
  await follow(page.getByRole('link', { name: 'Sign request' }))
  await expect(page.getByRole('heading', { level: 1, name: `Sign ${name}` })).toBeFocused()
  await choose(page.getByRole('radio', { name: 'Demo Issuing CA' }))
  await nextStep('Validity')
  await type(field(page, 'Valid for (days)'), '30')
  await nextStep('Review')
  await press('Sign request')
  await expect(page.getByRole('heading', { name: `Certificate ${name} issued` })).toBeFocused()
  await follow(page.getByRole('link', { name: 'Open certificate' }))
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Copy Fingerprint' })).toBeVisible()
  await picture(page, 'certificate')
  await press('Deploy')
  const dialog = page.getByRole('dialog', { name: 'Deploy this certificate' })
  await choose(dialog.getByRole('radio', { name: 'web', exact: true }))
  await press('Deploy', dialog)
  await confirm(product.password)
  await expect(dialog.getByRole('alert')).toContainText('Deployed to the server')
  const { address, port } = await webHostOf(product.lab)
  await type(dialog.getByRole('textbox', { name: 'Host' }), address)
  await type(dialog.getByRole('textbox', { name: 'Port' }), String(port))
  await press('Check host', dialog)
  await expect(dialog.getByText('The host presents this certificate')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Deploy' })).toBeFocused()
  await to(page.getByRole('button', { name: 'Revoke' }))
  await expectServed(page, product.lab, name)
  await putBack(page, 'web.lab.example')
})

test('the certificate that expires in five days is found and renewed, by keyboard alone', async ({
  page,
  signedIn: _,
}) => {
  await ourAuthority(page)
  const { goTo, follow, press, type, to } = byKeyboard(page)
  await goTo('Certificates')
  await to(page.getByRole('tab', { name: 'Inventory' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate expiry' })).toBeFocused()
  const soonest = page.getByRole('link', { name: 'api.example.com', exact: true }).first()
  await expect(page.getByRole('listitem').filter({ has: soonest }).first()).toContainText(/(4|5) days left/)
  await follow(soonest)
  await expect(page.getByRole('heading', { level: 1, name: 'api.example.com' })).toBeFocused()
  await follow(page.getByRole('link', { name: 'Renew' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Renew api.example.com' })).toBeFocused()
  for (const heading of ['Issuer', 'Subject', 'Names', 'Key', 'Validity and key store']) {
    await press('Next')
    await expect(step(page, heading)).toBeFocused()
  }
  await type(field(page, 'Valid for'), '45')
  await press('Generate password')
  await press('Next')
  await expect(step(page, 'Review')).toBeFocused()
  await expect(page.getByText('EC 256, newly generated')).toBeVisible()
  await press('Renew')
  await expect(page.getByRole('heading', { name: 'Certificate api.example.com created' })).toBeFocused()
  const renewed = (await issuedAs(page, 'api.example.com')).certificate
  expect(Math.round((renewed.validToDate.getTime() - Date.now()) / 86_400_000)).toBe(45)
})

test('every certificate in the lab’s network is found, including expired and weak ones, by keyboard alone', async ({
  page,
  product,
  signedIn: _,
}) => {
  const hosts = await tlsHostsOf(product.lab)
  const [first, last] = [hosts[0], hosts.at(-1)]
  if (!first || !last) throw new Error('The lab has no TLS hosts')
  const { goTo, choose, type, press } = byKeyboard(page)
  await goTo('Discovery')
  await choose(page.getByRole('radio', { name: 'IP address range' }))
  await type(page.getByRole('textbox', { name: 'First address' }), first.address)
  await type(page.getByRole('textbox', { name: 'Last address' }), last.address)
  await type(page.getByRole('textbox', { name: 'Port' }), String(first.port))
  await press('Start discovery')
  await expect(page.getByText(`${hosts.length} hosts: ${hosts.length} with a certificate.`)).toBeVisible({
    timeout: 120_000,
  })
  const table = page.getByRole('table', { name: 'Hosts' })
  const rowOf = (address = '') => table.getByRole('row').filter({ hasText: address })
  await expect(page.getByRole('table', { name: 'Hosts' }).getByText('Expired').first()).toBeVisible()
  await picture(page, 'discovery', 'dark')
  await expect(rowOf(hosts.find(({ name }) => name === 'expired')?.address)).toContainText('Expired')
  await expect(rowOf(hosts.find(({ name }) => name === 'weak')?.address)).toContainText('Weak')
  await expect(rowOf(hosts.find(({ name }) => name === 'valid')?.address)).toContainText('days left')
})

test('a certificate is revoked with a reason, and openssl refuses it, by keyboard alone', async ({
  page,
  product,
  signedIn: _,
  problems,
}) => {
  test.skip(!hasOpenssl, 'openssl is the client here')
  problems.allow(/status of 403/)
  const name = ownName('revoked')
  const { crlUrl } = await issueCertificate(page, name)
  const verdict = async () => {
    const { certificate, above } = await issuedAs(page, name)
    const files = { 'own.pem': String(certificate), 'above.pem': above, 'list.pem': await listAt(crlUrl) }
    return openssl(['verify', '-crl_check', '-CRLfile', 'list.pem', '-CAfile', 'above.pem', 'own.pem'], files)
  }
  expect((await verdict()).text).toContain('own.pem: OK')
  const { goTo, choose, type, press, follow, confirmIdentity: confirm } = byKeyboard(page)
  await page.reload()
  await goTo('Certificates')
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(page).toHaveURL(/search=revoked/)
  await expect(page.getByRole('row').filter({ hasNotText: name })).toHaveCount(1)
  await follow(page.getByRole('link', { name, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await press('Revoke')
  const dialog = page.getByRole('dialog', { name: 'Revoke this certificate?' })
  // What it says of the authority comes a moment later, and moves what stands below.
  await expect(dialog.getByText('OCSP responses change at once.')).toBeVisible()
  await choose(dialog.getByRole('radio', { name: 'Key compromise', exact: true }))
  await type(dialog.getByRole('textbox'), name)
  await press('Revoke', dialog)
  await confirm(product.password)
  const outcome = page.getByRole('dialog', { name: 'Done' })
  await expect(outcome).toContainText(/key compromise/i)
  await page.keyboard.press('Escape')
  await expect(outcome).toBeHidden()
  expect((await verdict()).text).toContain('certificate revoked')
})

test('a key store of keytool is imported after a wrong password, by keyboard alone', async ({
  page,
  signedIn: _,
  problems,
}) => {
  problems.allow(/status of (403|422)/)
  const { goTo, follow, type, to } = byKeyboard(page)
  // The browser has to be told beforehand that the choice comes from here: a key pressed at once comes too early.
  const choosing = page.waitForEvent('filechooser')
  await goTo('Certificates')
  await follow(page.getByRole('link', { name: 'Import', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Import a certificate' })).toBeFocused()
  await to(page.getByLabel('Choose a file'))
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(vector('keytool.jks'))
  await expect(page.getByRole('region', { name: 'keytool.jks' })).toContainText('Java key store (JKS)')
  const password = page.getByRole('textbox', { name: 'Password of the file' })
  await type(password, 'wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(/password/i)
  await type(password, 'geheim-123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(/host\.example\.com|imported/i)
})

test('a private key is exported and opened with openssl, by keyboard alone', async ({
  page,
  product,
  signedIn: _,
  problems,
}) => {
  test.skip(!hasOpenssl, 'openssl is the client here')
  problems.allow(/status of 403/)
  const name = ownName('exported')
  const { id } = await issueCertificate(page, name)
  await page.goto(paths.certificate(id))
  const { press, to, giveReason, confirmIdentity: confirm } = byKeyboard(page)
  const key = page.getByRole('button', { name: 'Download KEY', exact: true })
  await expect(key).toBeVisible()
  await page.keyboard.press('Tab') // the first stop of a page leads past the frame
  await page.keyboard.press('Enter')
  await to(page.getByRole('button', { name: 'Show as text' }))
  await to(key)
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await giveReason()
  await confirm(product.password)
  const file = await contentOf(await downloading)
  await expect(key).toBeFocused()
  await press('Show passphrase')
  await giveReason()
  const shown = page.getByRole('region', { name: 'Key store and passphrase' }).locator('code')
  await expect(shown).not.toHaveText('••••••••')
  const passphrase = (await shown.textContent()) ?? ''
  const args = ['pkey', '-in', 'a.key', '-noout', '-text', '-passin', `pass:${passphrase}`]
  expect(await openssl(args, { 'a.key': file })).toMatchObject({ ok: true })
  await press('Hide passphrase')
  await expect(page.locator('body')).not.toContainText(passphrase)
})
