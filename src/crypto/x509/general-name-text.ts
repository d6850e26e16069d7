import type { GeneralName } from '@peculiar/asn1-x509'
import type { AlternativeName } from './alternative-name.ts'
import { readName } from './distinguished-name.ts'

/** A name as text. `other` is a type that is displayed but never issued. */
export interface GeneralNameText {
  type: AlternativeName['type'] | 'directory' | 'other'
  value: string
}

export function generalNameText(name: GeneralName): GeneralNameText {
  if (name.dNSName !== undefined) return { type: 'dns', value: name.dNSName }
  if (name.iPAddress !== undefined) return { type: 'ip', value: name.iPAddress }
  if (name.rfc822Name !== undefined) return { type: 'email', value: name.rfc822Name }
  if (name.uniformResourceIdentifier !== undefined) return { type: 'uri', value: name.uniformResourceIdentifier }
  if (name.directoryName !== undefined) return { type: 'directory', value: readName(name.directoryName).text }
  if (name.registeredID !== undefined) return { type: 'other', value: name.registeredID }
  if (name.otherName !== undefined) {
    return { type: 'other', value: `${name.otherName.typeId}=#${Buffer.from(name.otherName.value).toString('hex')}` }
  }
  return { type: 'other', value: 'a form without a text' }
}
