import { X509Certificate } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyForm, type IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { opensslCommand } from '#components/issuing/form/openssl.ts'
import { readRequest } from '#components/issuing/read/read-request.ts'

const form: IssuingForm = {
  ...emptyForm,
  commonName: "o'neil.example.com",
  organization: 'Bücher/Töne + $(touch pwned) \\ Söhne',
  country: 'DE',
  altNames: 'www.example.com\n10.0.0.1\nmail@example.com\nhttps://example.com/x',
}

/** The command as a person runs it, but for the passphrase that openssl would ask for. */
function run(command: string) {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-openssl-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync('sh', ['-c', `${command} -passout pass:test`], { cwd: folder, stdio: 'pipe' })
  return (name: string) => readFileSync(join(folder, name))
}

test('the command makes the same request by hand, whatever is in its values', async () => {
  const made = run(opensslCommand(form))
  const request = await readRequest(made('o_neil.example.com.csr'))
  expect(request?.subject).toMatchObject({
    commonName: form.commonName,
    organization: form.organization,
    country: 'DE',
  })
  expect(request?.names).toEqual(['www.example.com', '10.0.0.1', 'mail@example.com', 'https://example.com/x'])
  expect(request?.key).toMatchObject({ algorithm: 'EC', bits: 256 })
  expect(() => made('pwned')).toThrow()
})

test('and a certificate that signs itself, with its validity', () => {
  const made = run(
    opensslCommand({ ...form, issuer: 'itself', algorithm: 'RSA', rsaBits: '2048', digest: 'SHA384', validity: '30' }),
  )
  const certificate = new X509Certificate(made('o_neil.example.com.crt'))
  expect(certificate.checkIssued(certificate)).toBe(true)
  expect(certificate.validToDate.getTime() - certificate.validFromDate.getTime()).toBe(30 * 86_400_000)
  expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
})
