import { KeyFields } from './KeyFields.tsx'
import { OwnKey } from './OwnValues.tsx'

/** Key fields, with free text for values of servers that use other names. */
export const IssuedKeyFields = () => (
  <>
    <KeyFields />
    <OwnKey />
  </>
)
