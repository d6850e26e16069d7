import type { Detail } from '#pages/certificates/certificate-query.ts'
import type { InventoryRow } from '#pages/certificates/inventory.ts'

const mostNamed = 5

/** What depends on a certificate, as far as the service tells. */
export function usesOf({ places, ofThisName, name }: InventoryRow, { certtype = '', endpoint }: Detail): string[] {
  const others = places.length - mostNamed
  return [
    places.length > 0
      ? `Last seen at ${places.slice(0, mostNamed).join(', ')}${others > 0 ? ` and ${others} more` : ''}.`
      : 'No search has seen it at a host; that is no proof that nobody uses it.',
    ...(/root|intermediate/i.test(certtype)
      ? ['It is an authority: every certificate that it has issued depends on it.']
      : []),
    ...(endpoint?.PrivateKey ? ['The service keeps its private key.'] : []),
    ...(ofThisName > 1 ? [`${ofThisName - 1} more named ${name}: they stay as they are.`] : []),
  ]
}
