const digests = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']
const families = ['ecdsa', 'rsapss', 'rsa', 'dsa', 'ed25519', 'ed448']

/**
 * Whether a signature algorithm is the one that somebody asks for: SHA256withRSA, sha256WithRSAEncryption,
 * RSA-SHA256 and ecdsa-with-SHA256 are all in use, and SHA256 alone stands for every algorithm with that digest.
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
