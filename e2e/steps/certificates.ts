import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Download, type Page } from '@playwright/test'
import type { Input, Output, Row } from '#contract/endpoint.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { createRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { fromResponse, toWireInput } from '#contract/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { addressOf, csrfHeader } from '#contract/session.ts'

/** What the console itself would ask, as whoever is signed in. */
async function ask<R extends Row>(page: Page, row: R, input: Input<R>): Promise<Output<R>> {
  const { status, body } = await page.evaluate(
    async ({ address, header, sent }) => {
      const headers = { 'content-type': 'application/json', [header]: '1' }
      const response = await fetch(address, { method: 'POST', headers, body: sent })
      return { status: response.status, body: await response.text() }
    },
    { address: addressOf(row), header: csrfHeader, sent: stringifyJson(toWireInput(row, input)) },
  )
  return fromResponse(row, { status, headers: { 'content-type': 'application/json' }, body })
}

/** The demo makes its authorities after the start. */
async function ourAuthority(page: Page) {
  let found: Output<typeof listAuthorities>['rows'][number] | undefined
  await expect
    .poll(
      async () => {
        const { rows } = await ask(page, listAuthorities, {})
        found = rows.find(({ commonName }) => commonName === 'Demo Issuing CA')
        return found?.canSign
      },
      { timeout: 50_000 },
    )
    .toBe(true)
  if (!found) throw new Error('There is no authority')
  return found
}

/** A certificate of this spec's own, issued by the demo's authority. */
export async function issueCertificate(page: Page, CNAME: string) {
  const { commonName = '', serialNumber = '', crlUrl = '' } = await ourAuthority(page)
  await ask(page, createRequest, { CNAME, ALT_NAMES: CNAME, ALG: 'EC', LEN: '256' })
  const { rows } = await ask(page, listRequests, {})
  const request = rows.find(({ DOMAIN_NAME }) => DOMAIN_NAME === CNAME)
  await ask(page, signRequest, {
    signType: 'signWithRoot',
    rootCertificateCommonName: commonName,
    rootCertificateSerialNumber: serialNumber,
    Validity: 30,
    CSR_ID: String(request?.CSR_ID),
  })
  const { rows: listed } = await ask(page, listCertificates, {})
  const id = String(listed.find((row) => row['Common Name'] === CNAME)?.CertID)
  return { id, crlUrl }
}

export async function contentOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

/** What openssl says, and whether it is content. */
export async function openssl(args: string[], files: Record<string, string | Uint8Array>) {
  const cwd = await mkdtemp(join(tmpdir(), 'triptych-e2e-'))
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(cwd, name), content)
    return await new Promise<{ ok: boolean; text: string }>((resolve) => {
      execFile('openssl', args, { cwd }, (error, stdout, stderr) => resolve({ ok: !error, text: stdout + stderr }))
    })
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}
