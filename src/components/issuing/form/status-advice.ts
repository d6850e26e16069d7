import type { Advice } from '#ui/wizard/wizard.ts'
import type { Authority } from './advice.ts'

const isLoopback = (address: string) =>
  URL.canParse(address) && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(address).hostname)

/**
 * Warns if the CRL or OCSP URL that the authority writes into certificates is a loopback address, which other systems
 * cannot reach.
 */
export function statusAdvice(issuer: Pick<Authority, 'crlUrl' | 'ocspUrl'> | undefined, field: string): Advice[] {
  const address = [issuer?.crlUrl, issuer?.ocspUrl].find((one) => one && isLoopback(one))
  if (!address) return []
  return [
    {
      field,
      level: 'warning',
      text: 'Other systems cannot check the revocation status of this certificate.',
      why: `It will contain ${new URL(address).origin}, which is reachable only from the key service host.`,
      next: 'Set TRIPTYCH_PUBLIC_URL or TRIPTYCH_STATUS_URL and restart before you issue certificates for other systems.',
    },
  ]
}
