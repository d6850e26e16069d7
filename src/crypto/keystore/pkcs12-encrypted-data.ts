import { EncryptedContentInfo } from '@peculiar/asn1-cms'
import { AsnProp, AsnPropTypes } from '@peculiar/asn1-schema'

/** RFC 5652, 8: content encrypted with an externally managed key, here from a passphrase. */
export class EncryptedData {
  version = 0
  content = new EncryptedContentInfo()
}
AsnProp({ type: AsnPropTypes.Integer })(EncryptedData.prototype, 'version')
AsnProp({ type: EncryptedContentInfo })(EncryptedData.prototype, 'content')
