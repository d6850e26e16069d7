import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { fingerprintPattern, statusPaths } from '#contract/keys/status.ts'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { exportRevocationList } from '#crypto/x509/certificate-export.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { statusAnswers } from './status-answers.ts'

const maxBytes = 64 * 1024
const ocspType = 'application/ocsp-response'
const certificateType = 'application/pkix-cert'

/** Revocation lists, OCSP and authority certificates for anyone over plain HTTP: all of them are signed. */
export function statusPages(parts: Pick<KeyManagement, 'db' | 'vault' | 'work'>) {
  const { revocationListOf, answerOcspRequest, issuerCertificate } = statusAnswers(parts)
  const app = new Hono()

  app.get(`${statusPaths.lists}/:file{${fingerprintPattern}\\.crl}`, async (context) => {
    const list = await revocationListOf(nameIn(context))
    if (!list) return context.notFound()
    const { bytes, mediaType } = exportRevocationList(list.der)
    const tag = `"${list.number}"`
    // Caches must revalidate, since lists may change at any time.
    const headers = {
      ...plainly(mediaType),
      'cache-control': 'public, no-cache',
      etag: tag,
      'last-modified': list.thisUpdate.toUTCString(),
      expires: list.nextUpdate.toUTCString(),
    }
    if (context.req.header('if-none-match') === tag) return context.body(null, 304, headers)
    return context.body(whole(bytes), 200, headers)
  })

  const limited = bodyLimit({ maxSize: maxBytes, onError: (context) => context.body(null, 413) })
  app.post(statusPaths.ocsp, limited, async (context) => {
    const request = new Uint8Array(await context.req.arrayBuffer())
    return ocspAnswer(context, await answerOcspRequest(request))
  })

  app.get(`${statusPaths.ocsp}/*`, async (context) => {
    const request = requestInAddress(context.req.url)
    if (!request) return context.body(null, 400)
    return ocspAnswer(context, await answerOcspRequest(request))
  })

  app.get(`${statusPaths.issuers}/:file{${fingerprintPattern}\\.cer}`, async (context) => {
    const certificate = await issuerCertificate(nameIn(context))
    if (!certificate) return context.notFound()
    // Content by fingerprint is immutable.
    return context.body(certificate, 200, { ...plainly(certificateType), 'cache-control': 'public, max-age=86400' })
  })

  app.notFound((context) => context.body(null, 404))
  app.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error
    return context.body(null, 503, { 'retry-after': '10' }) // the vault is sealed, or the service is overloaded
  })
  return app
}

const plainly = (type: string) => ({ 'content-type': type, 'x-content-type-options': 'nosniff' })

const ocspAnswer = (context: Context, answer: Der) =>
  context.body(answer, 200, { ...plainly(ocspType), 'cache-control': 'no-store' })

const nameIn = (context: Context) => (context.req.param('file') ?? '').split('.')[0] ?? ''

/** RFC 6960, A.1: base64, percent-encoded or, in some clients, not. */
function requestInAddress(url: string): Uint8Array | undefined {
  const { pathname } = new URL(url)
  const text = pathname.slice(pathname.indexOf(`${statusPaths.ocsp}/`) + statusPaths.ocsp.length + 1)
  try {
    const base64 = decodeURIComponent(text)
    return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : undefined
  } catch {
    return undefined
  }
}

const whole = (bytes: Uint8Array) => Uint8Array.from(bytes)
