import { paths } from '#paths.ts'
import { expect, test } from './fixtures.ts'
import { ourAuthority } from './steps/certificates.ts'
import { tlsHostsOf } from './steps/handshake.ts'
import { field, fillRequest, step } from './steps/issuing.ts'

test.use({ account: 'admin' })

test('a screen reader announces the wizard’s step, and in its review exactly what will be sent', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/requests/new')
  await expect(step(page, 'Issuer')).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "New request" [level=1]
    - navigation "Steps":
      - list:
        - listitem:
          - button "1 Issuer"
        - listitem:
          - button "2 Subject" [disabled]
    - form "Issuer":
      - heading "Issuer" [level=2]
      - radiogroup "CA type":
        - radio "Public CA" [checked]
        - radio "Internal CA"
      - button "Back" [disabled]
      - button "Next"
  `)
  await fillRequest(page, 'heard.e2e.example', ['heard.e2e.example'])
  await expect(page.getByRole('form', { name: 'Review' })).toMatchAriaSnapshot(`
    - form "Review":
      - heading "Review" [level=2]
      - term: CA type
      - definition:
        - text: Internal CA
        - button "Change CA type"
      - term: Subject
      - definition:
        - text: CN=heard.e2e.example
        - button "Change Subject"
      - term: Names
      - definition:
        - text: heard.e2e.example
        - button "Change Names"
      - term: Key
      - definition:
        - text: EC 256
        - button "Change Key"
      - term: Password
      - definition:
        - text: Set, not shown
        - button "Change Password"
      - group: Exact request
      - button "Back"
      - button "Create request"
  `)
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Subject' }).click()
  await field(page, 'Common name').fill('')
})

test('a screen reader announces the inventory and a certificate as named tables and lists', async ({
  page,
  withSession: _,
}) => {
  await ourAuthority(page)
  await page.goto(`${paths.certificates}?search=api.example.com`)
  await page.getByRole('link', { name: 'api.example.com' }).last().waitFor()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Certificates" [level=1]
    - link "Import"
    - link "New certificate"
    - tablist "Certificates":
      - tab "Inventory" [selected]
      - tab "Expiry"
    - tabpanel "Inventory":
      - group "Show":
        - radio "All" [checked]
        - radio "Expired"
      - search:
        - searchbox "Search": api.example.com
      - group "Certificates":
        - grid "Certificates":
          - rowgroup:
            - row:
              - columnheader "Common name"
              - columnheader "Days left"
          - rowgroup:
            - row /api\\.example\\.com .+ Demo Issuing CA/
  `)
  await page.getByRole('link', { name: 'api.example.com' }).last().click()
  await page.getByRole('list', { name: 'Alternative names' }).waitFor()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "api.example.com" [level=1]
    - link "Renew"
    - button "Deploy"
    - button "Revoke"
    - button "Delete"
    - tablist "Certificate":
      - tab "Overview" [selected]
      - tab "Activity"
    - tabpanel "Overview":
      - region "Certificate":
        - heading "Certificate" [level=2]
        - term: Common name
        - definition:
          - text: api.example.com
          - button "Copy Common name"
      - region /Alternative names \\(\\d+\\)/:
        - list "Alternative names":
          - listitem: api.example.com
      - region "Export":
        - list "Formats":
          - listitem:
            - strong: PEM
            - button "Download PEM"
      - region "Key store and passphrase":
        - button "Show passphrase"
  `)
})

test('a screen reader announces SSH access, the content of the vault and the results of a discovery', async ({
  page,
  product,
  withSession: _,
}) => {
  await page.goto(paths.sshAccess)
  await expect(page.getByRole('grid', { name: 'Access' })).toMatchAriaSnapshot(`
    - grid "Access":
      - rowgroup:
        - row:
          - columnheader "Account"
          - columnheader "Keys"
          - columnheader "backup"
      - rowgroup:
        - row /backup@backup\\.lab\\.example .* Grants access/:
          - gridcell "backup@backup.lab.example"
          - gridcell /\\d+/
          - gridcell /Grants access/
  `)
  await page.goto(paths.vault)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Key vault" [level=1]
    - button "Add a key"
    - search:
      - searchbox "Search"
    - group "Key vault":
      - table "Key vault":
        - rowgroup:
          - row:
            - columnheader "Name"
            - columnheader "Type"
        - rowgroup:
          - row /token-signing PEM Dublin/:
            - cell:
              - button "Export token-signing"
              - button "Replace token-signing"
              - button "Delete token-signing"
  `)
  const expired = (await tlsHostsOf(product.lab)).find(({ name }) => name === 'expired')
  await page.goto(paths.discovery)
  await page.getByRole('textbox', { name: 'Host', exact: true }).fill(expired?.address ?? '')
  await page.getByRole('textbox', { name: 'Port' }).fill(String(expired?.port))
  await page.getByRole('button', { name: 'Start discovery' }).click()
  await expect(page.getByRole('link', { name: 'expired.lab.example' })).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Discover the certificate of 127.0.0.12:${expired?.port}" [level=1]
    - region /Job \\d+/:
      - progressbar "Checked"
      - status: "1 host: 1 with a certificate."
    - group "Show":
      - radio "All" [checked]
      - radio "Certificate"
    - group "Hosts":
      - table "Hosts":
        - rowgroup:
          - row:
            - columnheader "Name"
            - columnheader "Result"
            - columnheader "Certificate"
        - rowgroup:
          - row /127\\.0\\.0\\.12:\\d+ Certificate/:
            - cell:
              - link "expired.lab.example"
  `)
})
