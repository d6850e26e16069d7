/** Reasons of a revocation as the service numbers them, and who may give which. */
export type RevocationReason = {
  code: number
  /** RFC 5280 5.3.1. */
  name: string
  label: string
  /** What it means, and what follows from it. */
  meaning: string
  /** Why a public authority of web servers does not take it (BR 7.2.2); undefined where it does. */
  notPublic?: string
}

const outsideOfTheWeb = 'Not in the list of reasons for public web server certificates (CA/B Forum BR 7.2.2)'

export const revocationReasons: readonly RevocationReason[] = [
  { code: 0, name: 'unspecified', label: 'No reason given', meaning: 'Ends it for good. The list carries no reason.' },
  {
    code: 1,
    name: 'keyCompromise',
    label: 'The private key is known to others',
    meaning:
      'Ends it for good. Everything signed with it since is in doubt: replace the key, not only the certificate.',
  },
  {
    code: 2,
    name: 'cACompromise',
    label: 'The key of the authority is known to others',
    meaning: 'Ends it for good, and everything below it is in doubt.',
    notPublic: outsideOfTheWeb,
  },
  {
    code: 3,
    name: 'affiliationChanged',
    label: 'The name or the organization has changed',
    meaning: 'Ends it for good. The key was not in danger.',
  },
  {
    code: 4,
    name: 'superseded',
    label: 'Replaced by a newer one',
    meaning: 'Ends it for good. Make sure that the newer one is in place first.',
  },
  {
    code: 5,
    name: 'cessationOfOperation',
    label: 'No longer in use',
    meaning: 'Ends it for good. The name may belong to somebody else soon.',
  },
  {
    code: 6,
    name: 'certificateHold',
    label: 'On hold',
    meaning: 'Clients refuse it until it is released. The only reason that can be taken back.',
    notPublic: 'A public web server certificate must not be put on hold (CA/B Forum BR 7.2.2)',
  },
  {
    code: 7,
    name: 'removeFromCRL',
    label: 'Release from hold',
    meaning: 'Clients trust it again. Only after a hold.',
    notPublic: outsideOfTheWeb,
  },
]
