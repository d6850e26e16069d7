import { Agent, request as ask } from 'undici'
import { Refusal } from '#crypto/refusal.ts'
import { type AddressOf, checkAddressIn, checkedLookup } from '#services/network/resolve.ts'

const timeoutMs = 10_000

type StatusRequest = { url: string; maxBytes: number; addressOf: AddressOf; question?: Uint8Array }

/**
 * Requests an OCSP or CRL address of a certificate. Untrusted: connects only to permitted addresses, as resolved and
 * checked, and follows no redirects.
 */
export async function fetchStatus({ url, maxBytes, addressOf, question }: StatusRequest): Promise<Uint8Array> {
  const address = addressIn(url)
  await checkAddressIn(address, addressOf)
  const agent = new Agent({ connect: { timeout: timeoutMs, lookup: checkedLookup(addressOf) } })
  try {
    const { statusCode, body } = await ask(address, {
      method: question ? 'POST' : 'GET',
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'user-agent': 'triptych', ...(question && { 'content-type': 'application/ocsp-request' }) },
      ...(question && { body: question }),
    })
    if (statusCode !== 200) {
      body.on('error', () => undefined).destroy()
      throw new Refusal('not-found', `It answered with status ${statusCode}`)
    }
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new Refusal('too-large', `It answered with more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('too-slow', reasonOf(error))
  } finally {
    await agent.destroy()
  }
}

function addressIn(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isWeb && url.username === '' && url.password === '') return url
  throw new Refusal('unsupported', 'Only http and https addresses without credentials are queried')
}

function reasonOf(error: unknown): string {
  const { code, name, cause, message } = error as NodeJS.ErrnoException & { cause?: unknown }
  if (cause instanceof Error && cause.name !== 'Error') return cause.message
  if (name === 'TimeoutError' || code?.startsWith('UND_ERR_') === true) return 'It gave no answer in time'
  return code === undefined ? message.slice(0, 200) : `No connection (${code})`
}
