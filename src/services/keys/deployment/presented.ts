import { setTimeout as delay } from 'node:timers/promises'
import { fingerprint } from '#crypto/x509/certificate-summary.ts'
import type { Certificate } from '#services/keys/certificate-store.ts'
import { readHost, readPort } from '#services/keys/discovery/target.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { SavedServer } from './server-store.ts'

/** Reloading servers may accept connections with a short delay. */
const attempts = 5
const pauseMs = 1000
const timeoutSeconds = 3

type Presented = {
  /** Readable result. */
  told: string
  /** The checked address. */
  target: { host: string; port: number }
  /** Where the certificate was seen. */
  place?: { host: string; port: number; address: string }
}

/** Checks which certificate the server presents after deployment. Undefined if no TLS address is configured. */
export async function presented(
  { scanner }: Pick<KeyManagement, 'scanner'>,
  { tls_address }: SavedServer,
  certificate: Certificate,
  { signal }: KeyCall,
): Promise<Presented | undefined> {
  if (tls_address === null) return undefined
  const target = targetOf(tls_address)
  let told = ''
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const [answer] = await scanner.discover([target], { timeoutSeconds, ...(signal && { signal }) })
    if (answer?.status === 'SUCCESS') {
      const [leaf] = answer.certificates
      if (leaf && fingerprint('sha256', leaf) === certificate.sha256) {
        return { told: `${tls_address} presents it`, target, place: { ...target, address: answer.address } }
      }
      told = `${tls_address} still presents another certificate: ${answer.message}`
    } else told = `${tls_address} could not be checked: ${answer?.message ?? 'no answer'}`
    if (attempt < attempts) await delay(pauseMs, undefined, { ...(signal && { signal }) })
  }
  return { told, target }
}

/** host:port, with IPv6 addresses in brackets. */
export function targetOf(tlsAddress: string) {
  const at = tlsAddress.lastIndexOf(':')
  const host = tlsAddress.slice(0, at).replace(/^\[|\]$/g, '')
  return { host: readHost(host, 'tlsAddress'), port: readPort(tlsAddress.slice(at + 1), 'tlsAddress') }
}
