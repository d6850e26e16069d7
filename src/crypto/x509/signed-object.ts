import { AsnProp, AsnPropTypes } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { type Der, writeDer } from '#crypto/der.ts'
import { signatureOf, type Signing } from './signature.ts'

/** Common structure of certificates, requests and revocation lists: content, algorithm, signature. */
class SignedObject {
  content = new ArrayBuffer()
  algorithm = new AlgorithmIdentifier()
  signature = new ArrayBuffer()
}
AsnProp({ type: AsnPropTypes.Any })(SignedObject.prototype, 'content')
AsnProp({ type: AlgorithmIdentifier })(SignedObject.prototype, 'algorithm')
AsnProp({ type: AsnPropTypes.BitString })(SignedObject.prototype, 'signature')

export function signObject(content: object, signing: Signing): Der {
  const bytes = writeDer(content)
  const { algorithm } = signing
  return writeDer(
    Object.assign(new SignedObject(), { content: bytes.buffer, algorithm, signature: signatureOf(bytes, signing) }),
  )
}
