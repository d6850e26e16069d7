const digests = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']
const families = ['ecdsa', 'rsapss', 'rsa', 'dsa', 'ed25519', 'ed448']

/**
 * Whether a signature algorithm matches the requested one: SHA256withRSA, sha256WithRSAEncryption, RSA-SHA256 and
 * ecdsa-with-SHA256 are all in use, and SHA256 alone matches every algorithm with that digest.
 */
export function isSignatureMeant(wanted: string, name: string): boolean {
  const [want, have] = [partsOf(wanted), partsOf(name)]
  if (!want.digest && !want.family) return want.text === have.text
  return (!want.digest || want.digest === have.digest) && (!want.family || want.family === have.family)
}

function partsOf(spelling: string) {
  const text = spelling.toLowerCase().replace(/[^a-z0-9.]/g, '')
  return {
    text,
    digest: digests.findLast((digest) => text.includes(digest)),
    family: families.find((family) => text.includes(family)),
  }
}

const byIdentifier: Record<string, string> = {
  '1.2.840.113549.1.1.1': 'RSA',
  '1.2.840.113549.1.1.4': 'MD5withRSA',
  '1.2.840.113549.1.1.5': 'SHA1withRSA',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.113549.1.1.11': 'SHA256withRSA',
  '1.2.840.113549.1.1.12': 'SHA384withRSA',
  '1.2.840.113549.1.1.13': 'SHA512withRSA',
  '1.2.840.10040.4.1': 'DSA',
  '1.2.840.10040.4.3': 'SHA1withDSA',
  '1.2.840.10045.2.1': 'EC',
  '1.2.840.10045.4.1': 'SHA1withECDSA',
  '1.2.840.10045.4.3.2': 'SHA256withECDSA',
  '1.2.840.10045.4.3.3': 'SHA384withECDSA',
  '1.2.840.10045.4.3.4': 'SHA512withECDSA',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
}

/** Algorithm name; object identifiers are translated. */
export const algorithmName = (text: string): string => byIdentifier[text.trim()] ?? text
