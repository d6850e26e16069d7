import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Download, type Page } from '@playwright/test'
import type { Output } from '#contract/endpoint.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { createRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { ask } from './ask.ts'

/** The demo makes its authorities after the start. */
export async function ourAuthority(page: Page) {
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

/** A revocation list as openssl takes it. */
export async function listAt(url: string): Promise<string> {
  const list = Buffer.from(await (await fetch(url)).arrayBuffer())
  if (list.toString().startsWith('-----')) return String(list)
  const lines = list.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN X509 CRL-----\n${lines.join('\n')}\n-----END X509 CRL-----\n`
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
