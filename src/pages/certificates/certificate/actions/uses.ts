import type { Detail } from '#contract/keys/jobs/certificate-target.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'

const maxNamed = 5

/** Known uses of a certificate. */
export function usesOf({ places, ofThisName, name }: InventoryRow, { certtype = '', endpoint }: Detail): string[] {
  const others = places.length - maxNamed
  return [
    places.length > 0
      ? `Last seen at ${places.slice(0, maxNamed).join(', ')}${others > 0 ? ` and ${others} more` : ''}.`
      : 'Not found on any host by a discovery. It may still be in use.',
    ...(/root|intermediate/i.test(certtype)
      ? ['It is a CA certificate. All certificates it has issued depend on it.']
      : []),
    ...(endpoint?.PrivateKey ? ['Its private key is stored in the service.'] : []),
    ...(ofThisName > 1 ? [`${ofThisName - 1} more named ${name} will not be affected.`] : []),
  ]
}
