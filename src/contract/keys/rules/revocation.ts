/** Revocation reasons with the service's numbers, and restrictions on their use. */
export type RevocationReason = {
  code: number
  /** RFC 5280 5.3.1. */
  name: string
  label: string
  /** Meaning and consequences. */
  meaning: string
  /** Why public web server authorities do not accept it (BR 7.2.2); undefined if they do. */
  notPublic?: string
}

const outsideOfTheWeb = 'Not in the list of reasons for public web server certificates (CA/B Forum BR 7.2.2)'

export const revocationReasons: readonly RevocationReason[] = [
  { code: 0, name: 'unspecified', label: 'No reason given', meaning: 'Permanent. The CRL contains no reason.' },
  {
    code: 1,
    name: 'keyCompromise',
    label: 'Key compromise',
    meaning: 'Permanent. Signatures made since then cannot be trusted. Replace the key as well as the certificate.',
  },
  {
    code: 2,
    name: 'cACompromise',
    label: 'CA compromise',
    meaning: 'Permanent. Certificates below it cannot be trusted.',
    notPublic: outsideOfTheWeb,
  },
  {
    code: 3,
    name: 'affiliationChanged',
    label: 'Affiliation changed',
    meaning: 'Permanent. The name or organization has changed. The key is not compromised.',
  },
  {
    code: 4,
    name: 'superseded',
    label: 'Superseded',
    meaning: 'Permanent. Make sure that the new certificate is installed first.',
  },
  {
    code: 5,
    name: 'cessationOfOperation',
    label: 'Cessation of operation',
    meaning: 'Permanent. The certificate is no longer in use.',
  },
  {
    code: 6,
    name: 'certificateHold',
    label: 'On hold',
    meaning: 'Clients reject it until it is released. The only reversible reason.',
    notPublic: 'A public web server certificate must not be put on hold (CA/B Forum BR 7.2.2)',
  },
  {
    code: 7,
    name: 'removeFromCRL',
    label: 'Release from hold',
    meaning: 'Clients trust it again. Only for certificates on hold.',
    notPublic: outsideOfTheWeb,
  },
]

export const revocationLegend = Object.fromEntries(revocationReasons.map(({ code, label }) => [code, label]))
